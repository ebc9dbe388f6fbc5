// Day or night, before anything is painted: as the visitor chose, else as their system is.
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (dark.matches ? "night" : "day");
};
paint();
dark.addEventListener("change", paint);
addEventListener("click", (event) => {
  if (!event.target.closest("[data-act=theme]")) return;
  localStorage.setItem("theme", document.documentElement.dataset.theme === "night" ? "day" : "night");
  paint();
});
