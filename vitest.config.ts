import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'examples/**/*.test.ts',
            'benchmarks/**/*.test.ts',
          ],
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['integration-tests/**/*.test.ts'],
          globalSetup: ['integration-tests/global-setup.mjs'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 3,
          // After the unit tests: groups with a worker count of their own run by themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
