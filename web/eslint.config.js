import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["src/lib/wire.ts", "src/games/*/wire.ts", "src/games/ship_ahoy/physics.ts"]), // generated
  js.configs.recommended,
  typescript.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": ["error", { allow: ["error"] }],
      "sort-imports": ["error", { ignoreCase: true, ignoreDeclarationSort: true }],
      "svelte/prefer-const": ["error", { destructuring: "all" }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      // The one way to copy where there is no navigator.clipboard.
      "@typescript-eslint/no-deprecated": ["error", { allow: [{ from: "lib", name: "execCommand" }] }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],

      // Not ours:
      "no-undef": "off", // svelte-check knows every name
      "prefer-const": "off", // svelte/prefer-const knows $props and $derived
      "svelte/no-at-html-tags": "off", // only our own drawings come in: see lib/pieces/drawing
      "svelte/no-unused-svelte-ignore": "off", // takes the words of the reason after `--` for warnings
      "svelte/prefer-svelte-reactivity": "off", // our maps and sets are replaced as a whole, never changed
      "@typescript-eslint/no-meaningless-void-operator": "off", // `void x` makes an effect depend on x
      "@typescript-eslint/no-non-null-assertion": "off", // an index that is known to be in an array
      "@typescript-eslint/no-unnecessary-condition": "off", // older browsers lack what the types promise
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    // Whatever comes from a component has no type here; svelte-check, where it has one, is as strict.
    files: ["**/*.svelte", "tests/**", "src/games/ship_ahoy/diorama/card.ts"],
    rules: {
      "@typescript-eslint/no-unnecessary-type-arguments": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/restrict-plus-operands": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
    },
  },
  {
    // Stand-ins for the browser and the server.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["src/lib/**", "src/pages/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^[./]*/games(/|$)",
              message: "Only a game knows that game: ask for what you need in `$lib/game`.",
            },
          ],
        },
      ],
    },
  },
  { files: ["*.js"], extends: [typescript.configs.disableTypeChecked] },
);
