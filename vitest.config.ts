import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The chaos tests first: they take longest, and a long one at the end keeps one core waiting. Without results of an
 * earlier run Vitest starts with the largest files.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/chaos/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Those that guard what people would lose. `npm run test:chaos` runs all of chaos/, in CI the others. */
const chaosOfEveryRun = [
  'chaos/concurrency/two-servers.test.ts',
  'chaos/crash/upgrade.test.ts',
  'chaos/crash/upload.test.ts',
  'chaos/outage/database.test.ts',
]

const inNode = {
  // Node imports TypeScript itself: imports took 14 % of the tests' time through Vite, and 6 % so.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['server/testing/outgoing-connections.ts'],
  execArgv: ['--import', new URL('scripts/drizzle-as-commonjs.ts', import.meta.url).href],
}

export default defineConfig({
  test: {
    globalSetup: 'server/testing/vitest-postgres.ts',
    pool: 'forks',
    // Files of a worker share its modules: importing them for each file took two fifths of the CPU time.
    isolate: false,
    // More than cores, because many tests wait: for a timeout, a restart, a disk.
    maxWorkers: 4,
    // After the component tests.
    sequence: { groupOrder: 1, sequencer: LongestFirst },
    // A test that passes only the second time is flaky: `npm test` names it with its first error.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'node',
          include: ['{bench,brand,contract,demo,scripts,server}/**/*.test.ts', ...chaosOfEveryRun],
        },
      },
      {
        extends: true,
        test: {
          ...inNode,
          name: 'chaos',
          include: ['chaos/**/*.test.ts'],
          exclude: process.env['CHAOS'] === 'brief' ? chaosOfEveryRun : [],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.ts'],
          setupFiles: ['web/lib/test-clean-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['web/**/*.test.tsx'],
          // Set up once for all files of a worker; a file that names its environment itself gets a worker of its own.
          environment: 'happy-dom',
          setupFiles: ['web/lib/test-clean-up.ts', 'web/lib/test-window.ts'],
          // One worker, because each would load the window and the app once more. `npm test` runs the checks meanwhile.
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
