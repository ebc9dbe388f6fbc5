export default {
  extends: ["stylelint-config-standard"],
  overrides: [
    { files: ["**/*.svelte"], customSyntax: "postcss-html" },
    { files: ["src/tokens.css"], rules: { "no-duplicate-selectors": null } }, // one rule for each group of tokens
  ],
  rules: {
    "alpha-value-notation": "number",
    "import-notation": "string",
    "media-feature-range-notation": "prefix", // older browsers know no other
    "property-no-vendor-prefix": [true, { ignoreProperties: ["-webkit-user-select"] }], // Safari
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global"] }], // Svelte
    "selector-not-notation": "simple", // a list weighs less
    "value-keyword-case": ["lower", { ignoreKeywords: ["currentColor"] }],

    // Not ours: rules stand close together, with an empty line between those of one thing and the next.
    "at-rule-empty-line-before": null,
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    "rule-empty-line-before": null,
    // Not ours: rules are ordered by what they are about, and states by which of them wins.
    "no-descending-specificity": null,
  },
};
