// An invitation: its token, from the fragment, lets whoever holds it to the table.
import { someone, whoami } from "./me.js";
import { post, trying } from "./server.js";
import { byId } from "./dom.js";
import { sentence } from "./words.js";

const token = location.hash.slice(1);
if (token) {
  byId("go").addEventListener("click", () => trying(async () => {
    if (!await someone()) return;
    const table = await post("/api/invites", { token });
    location.replace(`/tables/${table.id}`);
  }));
} else {
  byId("told").textContent = await sentence("pages", "no_token");
  byId("go").hidden = true;
}
await whoami();
