import { defineConfig, type OxlintOverride } from 'oxlint';
import { SECURE_CONTEXT_ONLY, IMPORT_ZONES } from './infra/lint/zones.ts';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist/**', '.data/**', 'shared/src/platform/db/migrations/**', 'tests/.out/**'],
  rules: {
    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'eslint/max-lines': ['error', { max: 400 }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-self-import': 'error',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // What the house style decides otherwise, or the compiler sees better.
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-unmodified-loop-condition': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'promise/valid-params': 'off',
    'react/incompatible-library': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    // A `test` that was extended with fixtures is not recognised by its import.
    'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['test', 'test.each'] }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    // Tools find their configuration by a default export.
    {
      files: ['*.config.ts', '**/*.config.ts', '.size-limit.ts', 'infra/test-runner/vitest-reporter.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['web/src/**'],
      excludeFiles: ['web/src/lib/copy-text.ts'],
      rules: { 'eslint/no-restricted-properties': ['error', ...SECURE_CONTEXT_ONLY] },
    },
    ...IMPORT_ZONES.map(({ files, except, forbidden }): OxlintOverride => ({
      files: [...files],
      excludeFiles: [...(except ?? [])],
      rules: { 'eslint/no-restricted-imports': ['error', { patterns: [...forbidden] }] },
    })),
  ],
});
