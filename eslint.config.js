import tseslint from 'typescript-eslint';
import globals from 'globals';

/** What each room of core must not import: the arrows of docs/design/layout.md. */
const forbidden = (patterns, message) => [
  'error',
  {
    patterns: [
      { group: patterns, message },
      { group: ['@qwen-code/qwen-code', '@qwen-code/qwen-code/*'], message: 'core never imports cli' },
    ],
  },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.cache/**', 'coverage/**'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      // A factory is the room of its closures and may fill a page; the functions inside stay small.
      'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['packages/core/src/shared/**', 'packages/core/src/settings/**', 'packages/core/src/trust/**'],
    rules: {
      'no-restricted-imports': forbidden(
        ['**/mcp/**', '**/tools/**', '**/agent/**', '**/models/**', '**/scheduler/**'],
        'shared, settings and trust are the ground floor',
      ),
    },
  },
  {
    files: ['packages/core/src/mcp/**'],
    rules: {
      'no-restricted-imports': forbidden(
        ['**/tools/**', '**/agent/**', '**/models/**', '**/scheduler/**'],
        'mcp/ never imports tools, agent, models or scheduler',
      ),
    },
  },
  {
    files: ['packages/core/src/models/**'],
    rules: {
      'no-restricted-imports': forbidden(
        ['**/tools/**', '**/agent/**', '**/mcp/**', '**/scheduler/**'],
        'models/ stands alone',
      ),
    },
  },
  {
    files: ['packages/core/src/tools/**'],
    rules: {
      'no-restricted-imports': forbidden(['**/agent/**', '**/scheduler/**'], 'tools/ never imports agent or scheduler'),
    },
  },
  {
    files: ['packages/core/src/context/**'],
    rules: {
      'no-restricted-imports': forbidden(
        ['**/agent/**', '**/scheduler/**', '**/mcp/**', '**/sessions/**'],
        'context/ reads files and makes text; it never imports the agent, the scheduler, MCP or sessions',
      ),
    },
  },
  {
    files: [
      'packages/core/src/tools/mcp-tool/replay-gates.ts',
      'packages/core/src/mcp/loss/*.ts',
      'packages/core/src/**/transition.ts',
      'packages/core/src/**/probe-plan.ts',
      'packages/core/src/mcp/reconcile/{verdict,freeze}.ts',
    ],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', '@modelcontextprotocol/*', 'react'],
              message: 'a pure decision has no effects to import',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'integration-tests/**', 'benchmarks/**', 'scripts/**'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
