import "./app.css";

import { mount } from "svelte";

import { catalogue } from "$lib/catalogue.svelte";
import { registerGames } from "$lib/games";
import App from "./App.svelte";
import { GAMES } from "./games";

registerGames(GAMES);
catalogue.load().catch(() => {}); // whoever needs it asks again, and is told
mount(App, { target: document.getElementById("app")! });
