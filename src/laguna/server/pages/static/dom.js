// Small makers of what pages are made of. Text only ever becomes text.
export const byId = (id) => document.getElementById(id);

// An element with a class, attributes and children; a string is text.
export function make(tag, className = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Somebody's sign: their colour, and the first letter of their name.
export function face(name, colour, bot = false) {
  return make("span", `face ${colour}${bot ? " bot" : ""}`, { "aria-hidden": true }, [...name][0] ?? "?");
}

export function choices(box, name, values, label, chosen) {
  box.replaceChildren(...values.map((value) => make("label", "", {},
    make("input", "", { type: "radio", name, value, checked: value === chosen }), label(value))));
}

// A link for people: its text, a button that copies it, and the same as a QR code.
export function linkBox(link, words) {
  const told = make("span", "mono", {}, link.url);
  const copy = make("button", "btn", { type: "button", onclick: async () => {
    await navigator.clipboard?.writeText(link.url);
    byId("said").textContent = words.say("pages", "copied");
    setTimeout(() => { byId("said").textContent = ""; }, 2000);
  } }, words.say("pages", "copy"));
  const code = new DOMParser().parseFromString(link.qr, "text/html").querySelector("svg");
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", "QR");
  return [code, make("div", "stack", {}, told, copy)];
}
