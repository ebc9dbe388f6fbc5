import { defineConfig, mergeConfig } from "vitest/config";

import pages from "./vite.config.ts";

export default mergeConfig(
  pages,
  defineConfig({
    resolve: { conditions: ["browser"] }, // the browser's part of Svelte
    test: {
      environment: "node",
      include: ["tests/**/*.test.ts"],
      setupFiles: ["tests/setup.ts"],
      globals: true,
      pool: "threads", // a third quicker than processes
    },
  }),
);
