import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { createTrackWithFiles } from '#server/testing/backups.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { startListenBrainz } from '#server/testing/listenbrainz.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { runInProcess } from '#server/testing/run-script.ts'
import { settingsOf, startTestS3, withS3 } from '#server/testing/s3.ts'
import { dataFolder, startServerProcess } from '#server/testing/server-process.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-trials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const s3 = await startTestS3()
const secret = 'a secret of thirty-two letters or more'
const site = setUpTestSite({
  objects: s3?.config,
  env: { OUTGOING_PRIVATE_NETWORKS: 'true', SESSION_SECRET: secret },
})

/** Everything that a site reaches, each through a proxy that counts the bytes sent to it. */
async function startServices() {
  const [mail, scrobbles] = [await startMailServer(), await startListenBrainz('good')]
  const urls = [site.postgres.url, s3?.config.endpoint ?? '', mail.url, scrobbles.url]
  const proxies = await Promise.all(urls.map((url) => startFaultProxy(new URL(url))))
  onTestFinished(async () => {
    for (const { close } of [...proxies, mail, scrobbles]) await close()
  })
  const [database, store, smtp, listens] = proxies.map(({ url }) => url)
  return {
    scrobblesUrl: listens ?? '',
    sentBytes: () => proxies.map(({ bytes }) => bytes()),
    settings: {
      DATABASE_URL: database ?? '',
      ...(s3 && settingsOf(s3.config, store)),
      SMTP_URL: smtp ?? '',
      LASTFM_API_KEY: 'key',
      LASTFM_SECRET: 'secret',
      LASTFM_URL: listens ?? '',
      OUTGOING_PRIVATE_NETWORKS: 'true',
      PUBLIC_URL: 'https://music.example.org',
      OIDC_ISSUER: listens ?? '',
      OIDC_CLIENT_ID: 'soundpost',
      SESSION_SECRET: secret,
      HOST: '0.0.0.0',
    },
  }
}

test('a trial of a backup reaches nothing of the live site, and sends nothing', {
  ...withS3(s3),
  timeout: 120_000,
}, async () => {
  const { settings, scrobblesUrl, sentBytes } = await startServices()
  const { id } = await createTrackWithFiles(site, 'Salt Marsh')
  const account = { token: 'good', url: scrobblesUrl }
  await site.asOwner('PUT', '/api/account/scrobbling/listenbrainz', { body: account })
  const live = { DATA_DIR: site.config.dataDir, DATABASE_URL: site.postgres.url }
  const target = path.join(mkdtempSync(path.join(folder, 'of-')), 'monday')
  // A listen that waits to be sent.
  await site.db.execute(sql`
    update scrobbling_accounts set next_attempt_at = now() + interval '1 hour'`)
  await site.db.execute(sql`
    insert into scrobbles (user_id, service, track_id, listened_at)
    values (${site.owner.id}, 'listenbrainz', ${id}, now() - interval '5 minutes')`)
  const s3Settings = s3 ? settingsOf(s3.config) : {}
  const taken = await runInProcess(backup, [target, '--no-try'], { ...live, ...s3Settings })
  expect(taken).toMatchObject({ code: 0 })

  const trial = path.join(dataFolder(), 'site')
  const before = sentBytes()
  expect(await runInProcess(restore, [target, trial, '--trial'], settings)).toEqual({
    code: 0,
    output: expect.stringContaining('contains a trial of the site'),
  })
  const server = await startServerProcess(trial, settings)
  await server.ready()
  expect(server.output()).toContain(
    'This is a trial of a backup: nothing is sent, and nothing of the live site is used.',
  )
  const audio = await fetch(`${server.url}/api/tracks/${id}/audio`, { redirect: 'manual' })
  expect(audio.status).toBe(200)
  const postgres = await openPostgres(
    { kind: 'embedded', directory: path.join(trial, 'postgres') },
    { exclusive: false, log: () => {} },
  )
  onTestFinished(() => postgres.close())
  await postgres.db.execute(sql`update scrobbling_accounts set next_attempt_at = now()`)
  await vi.waitFor(
    async () => {
      const { rows } = await postgres.db.execute(
        sql`select from scrobbling_accounts where attempts > 0`,
      )
      expect(rows).toHaveLength(1)
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(await runInProcess(doctor, [], { ...settings, DATA_DIR: trial })).toMatchObject({
    code: 0,
  })
  expect(sentBytes()).toEqual(before)
  expect(await runInProcess(restore, [target, trial], settings)).toEqual({
    code: 1,
    output: `Nothing was restored: ${trial} is a trial of a backup: restore the site into another folder.`,
  })
})

test('restore: a trial needs a folder of its own', async () => {
  const { code, output } = await runInProcess(restore, [folder, '--trial'], {})
  expect([code, output]).toEqual([1, expect.stringContaining('<backup> <empty folder> --trial')])
})
