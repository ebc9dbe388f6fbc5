// A link to come back with: its token, from the fragment, makes this browser its maker's.
import { whoami } from "./me.js";
import { post, trying } from "./server.js";
import { byId } from "./dom.js";
import { sentence } from "./words.js";

const token = location.hash.slice(1);
if (token) {
  byId("go").addEventListener("click", () => trying(async () => {
    const { person } = await post("/api/me/recover", { token });
    history.replaceState(null, "", location.pathname);
    byId("told").textContent = await sentence("pages", "recover_done", { name: person.name });
    byId("go").hidden = true;
    await whoami();
  }));
} else {
  byId("told").textContent = await sentence("pages", "no_token");
  byId("go").hidden = true;
}
await whoami();
