import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The server that the development server turns to: `LAGUNA=http://127.0.0.1:8000 npm run dev`. */
const laguna = process.env["LAGUNA"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { $lib: here("./src/lib"), $art: here("./src/art") },
  },
  build: {
    target: "es2022",
    outDir: here("../src/laguna/server/pages/app"),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of our pages lets nothing in but files
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: laguna, ws: true, changeOrigin: true, headers: { origin: laguna } },
      "/schema": laguna,
    },
  },
});
