import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createFixtures, type Fixtures } from '#server/testing/doctor-fixtures.ts'
import { runInProcess, runScript } from '#server/testing/run-script.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { doctor } from './doctor.ts'

const site = setUpTestSite()
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await createFixtures(site)
})

const settings = () => ({
  DATA_DIR: site.config.dataDir,
  DATABASE_URL: site.postgres.url,
  PUBLIC_URL: site.config.publicUrl,
})
const run = (...args: string[]) => runInProcess(doctor, args, settings())

test('doctor: the command finds a wrong count with exit code 1, and --fix repairs it', async () => {
  await site.db.execute(sql`update tracks set like_count = 7 where id = ${fixtures.trackIds[0]}`)
  expect(await runScript('doctor', [], settings())).toEqual({
    code: 1,
    output: expect.stringMatching(/One.*\n1 problem found: npm run doctor -- --fix repairs/),
  })
  expect(await runScript('doctor', ['--fix'], settings())).toEqual({
    code: 0,
    output: expect.stringMatching(/Repaired\.\n1 problem found, all repaired\.$/),
  })
  expect(await run()).toEqual({ code: 0, output: 'No problems found.' })
})

test('doctor: it names the track of a lost file, and finds nothing once the file is copied back', async () => {
  const key = fixtures.audioPath.replace('/objects/', '')
  const copy = Buffer.alloc(1000, 'audio')
  await site.store.remove(key)
  const missing = await run('--fix')
  expect(missing.code).toBe(1)
  expect(missing.output).toContain('"Three" (three)')
  await site.store.write(key, copy, { contentType: 'audio/mpeg' })
  expect(await run()).toEqual({ code: 0, output: 'No problems found.' })
})
