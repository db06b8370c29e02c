import { defineConfig, devices } from '@playwright/test'
import { fixturePort, port } from './e2e/ports.ts'

const chromium = process.env['CHROMIUM_PATH']

/** They mostly wait for sound to play. */
const playback =
  /(gapless|installed-app|player|player-faults|player-seek|sound|track-listening)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  // It is emptied before each run; the reports of `npm test` are beside it.
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 3,
  // A test that waits, beside two that keep the cores busy, and three of these at the end; with a fourth worker all take
  // as long.
  projects: [
    { name: 'playback', testMatch: playback, workers: 1 },
    { name: 'pages', testIgnore: playback },
  ],
  forbidOnly: true,
  // A busy machine can break the timing of a browser: `npm test` names every test that needed this.
  retries: 1,
  timeout: 120_000,
  // By default `toPass` waits a second between attempts.
  expect: { timeout: 15_000, toPass: { intervals: [100] } },
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording costs a sixth of the CPU time: TRACE=1 repeats a failed test with a trace.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Animated frames cost a tenth of the CPU time; the tests of animations ask for them.
    reducedMotion: 'reduce',
    // It would store the whole build in every context; its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // For the embedded players: a spec with arguments of its own would run last, in other browsers.
        '--test-third-party-cookie-phaseout',
      ],
    },
  },
  webServer: {
    command: 'node e2e/serve.ts',
    // Listens once the server is ready.
    url: `http://localhost:${fixturePort}`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      RATE_LIMIT_SCALE: '1000',
      ADMIN_PASSWORD: 'correct horse battery',
      LOG_LEVEL: 'warn',
    },
  },
})
