import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'public'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    rules: {
      // TypeScript finds undefined names itself, and knows those of the browser.
      'no-undef': 'off',
      // Prettier breaks code but neither comments nor strings; addresses and SVG paths cannot be broken.
      'max-len': ['error', { code: 120, ignoreUrls: true, ignorePattern: '\\b(?:d|points)="|^ \\* ' }],
      eqeqeq: 'error',
      // A map or set on which nothing on the screen depends is a plain one.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space at the edge of an element is kept only as a string.
      'svelte/no-useless-mustaches': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    // Tests look at what the page hangs on its window for tools.
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
  {
    files: ['src/protocol.ts', 'src/protocol/**'],
    rules: { 'max-len': 'off' },
  },
);
