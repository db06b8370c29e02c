import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'brand/**/*.test.ts',
      'demo/**/*.test.ts',
      'contract/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'chaos/**/*.test.ts',
    ],
    globalSetup: 'server/testing/vitest-postgres.ts',
    pool: 'forks',
    // Files of a worker share its modules: importing them for each file took two fifths of the CPU time.
    isolate: false,
    // More than cores, because many tests wait: for a timeout, a restart, a disk.
    maxWorkers: 3,
    // A test that passes only the second time is flaky: `npm test` names it with its first error.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
})
