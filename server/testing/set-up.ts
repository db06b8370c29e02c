import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestAppOptions } from './app.ts'
import { createTestDatabase } from './database.ts'
import { startMailSite } from './mail-site.ts'
import { startTestSite } from './test-site.ts'

/**
 * What the tests of a file or a `describe` share. Call these where tests are declared; the properties are set before the
 * first test runs.
 */
function setUp<Shared extends object>(
  start: () => Promise<Shared>,
  end: (shared: Shared) => Promise<void>,
): Shared {
  const shared = {} as Shared
  beforeAll(async () => void Object.assign(shared, await start()))
  afterAll(() => end(shared))
  return shared
}

export const setUpTestApp = (options?: TestAppOptions) =>
  setUp(
    () => startTestApp(options),
    ({ close }) => close(),
  )

export const setUpTestSite = (options?: TestAppOptions) =>
  setUp(
    () => startTestSite(options),
    ({ close }) => close(),
  )

export const setUpMailSite = (options?: TestAppOptions) =>
  setUp(
    () => startMailSite(options),
    ({ close }) => close(),
  )

export const setUpTestDatabase = () => setUp(createTestDatabase, ({ drop }) => drop())
