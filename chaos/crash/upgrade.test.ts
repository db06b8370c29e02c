import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { migrateUpTo } from '#server/database/migrate.ts'
import { secretIdOf } from '#server/modules/accounts/sessions/sessions.ts'
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts'
import { uploadKey } from '#server/shared/object-keys.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { startServerProcess } from '#server/testing/server-process.ts'
import { testSessionSecret } from '#server/testing/sessions.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import {
  loseConnection,
  migratingConnection,
  openClient,
  resetSchema,
  tablesOf,
  untilMigrationEnds,
} from './migration-state.ts'

const crashes = repetitions(4, 1)
const rounds = Array.from({ length: repetitions(6, 1) }, (_, round) => round)
const userCount = 5

for (const round of rounds)
  test(`upgrade: ${crashes} crashes during its migrations lose no row, round ${round} (seed ${seed})`, async () => {
    const random = seededRandom(`upgrade ${round}`)
    const deployment = await makeDeployment()
    const client = await openClient(deployment)
    const complete = await tablesOf(client)
    await client.query(resetSchema)
    await migrateUpTo({ url: deployment.databaseUrl }, random.among(olderVersions()))
    const sid = await fill(deployment, client)
    const [tables, rows] = [await tablesOf(client), await rowsOf(client)]
    for (let crash = 0; crash < crashes; crash++) {
      await killDuringMigration(deployment, client, random)
      expect([await tablesOf(client), await rowsOf(client)]).toEqual([tables, rows])
    }
    await deployment.start()
    expect(await tablesOf(client)).toEqual(complete)
    // A newer version may add columns.
    expect(await rowsOf(client)).toMatchObject(rows)
    await expectUsable(deployment, sid)
    await expectIntegrity(deployment)
  }, 300_000)

/** `fill` needs the columns that exist since this migration. */
const firstWithTheseRows = '0005_title-parts'
/** The last migration that changes `uploads`, the table whose lock blocks it. */
const lastOfUploads = '0015_upload-writers'

function olderVersions(): number[] {
  const folder = path.join(import.meta.dirname, '../../server/database/migrations')
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  const indexOf = (migration: string) => journal.entries.findIndex(({ tag }) => tag === migration)
  return journal.entries
    .slice(indexOf(firstWithTheseRows), indexOf(lastOfUploads))
    .map(({ when }) => when)
}

/** Writes only the columns that the oldest version has. Returns the id of a session. */
async function fill(deployment: Deployment, client: pg.Client): Promise<string> {
  const sid = newToken()
  for (let index = 0; index < userCount; index++) {
    const [user, playlist] = [randomUUID(), randomUUID()]
    await client.query(
      "insert into users (id, username, issuer, subject) values ($1, $2, 'https://id.example.org', $2)",
      [user, `ines-${index}`],
    )
    await client.query(
      "insert into playlists (id, user_id, title, slug, track_count) values ($1, $2, 'Slow Morning', $3, 2)",
      [playlist, user, `slow-morning-${index}`],
    )
    for (const position of [0, 1]) {
      const track = await insertTrack(deployment, client, user, `salt-marsh-${index}-${position}`)
      await client.query(
        'insert into playlist_tracks (playlist_id, track_id, position) values ($1, $2, $3)',
        [playlist, track, position],
      )
    }
    const secretId = secretIdOf(testSessionSecret)
    const session = { userId: user, startedAt: new Date().toISOString(), secretId }
    await client.query(
      "insert into sessions (sid, sess, expire) values ($1, $2, now() + interval '7 days')",
      [hashToken(index === 0 ? sid : newToken()), session],
    )
  }
  return sid
}

async function insertTrack(deployment: Deployment, client: pg.Client, user: string, slug: string) {
  const id = randomUUID()
  const objectPath = `/objects/audio/${id}.mp3`
  await deployment.store.write(`audio/${id}.mp3`, fixture('tone.mp3'), {
    contentType: 'audio/mpeg',
  })
  await client.query(
    "insert into tracks (id, user_id, title, slug, audio_url, duration) values ($1, $2, 'Salt Marsh', $3, $4, 12)",
    [id, user, slug, objectPath],
  )
  await client.query(
    `insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, registered_at)
    values ($1, $2, $3, 'used', 'audio', $4, 'audio/mpeg', $5, 12, now())`,
    [id, user, uploadKey(id), objectPath, fixture('tone.mp3').length],
  )
  return id
}

const currentNames: Record<string, string> = {
  audio_url: 'audio_path',
  artwork_url: 'artwork_path',
  cover_url: 'cover_path',
}

/** Rows created by users, without derived tables, with the current names of columns. */
async function rowsOf(client: pg.Client): Promise<unknown[]> {
  const userTables = ['users', 'tracks', 'playlists', 'playlist_tracks', 'uploads', 'sessions']
  const all: unknown[] = []
  for (const table of userTables) {
    const { rows } = await client.query<object>(`select * from ${table} t order by t::text`)
    const renamed = rows.map((row) =>
      Object.entries(row).map(([name, value]) => [currentNames[name] ?? name, value]),
    )
    all.push(renamed.map((entries) => Object.fromEntries(entries)))
  }
  return all
}

/** A concurrent lock on a table that a newer migration changes blocks it; then its server or connection is killed. */
async function killDuringMigration(
  deployment: Deployment,
  client: pg.Client,
  random: SeededRandom,
): Promise<void> {
  const other = await openClient(deployment)
  const lock = random.among(['uploads in access share', 'uploads in row exclusive'])
  await other.query(`begin; lock table ${lock} mode`)
  const server = await startServerProcess(deployment.dataDir, {
    DATABASE_URL: deployment.databaseUrl,
    SESSION_SECRET: testSessionSecret,
  })
  const isBlocked = async () => (await migratingConnection(client))?.waits
  await expect.poll(isBlocked, { timeout: 60_000, interval: 50 }).toBe(true)
  if (random.among([true, false])) server.signal('SIGKILL')
  else await loseConnection(client)
  await server.exitCode()
  await other.query('rollback')
  await untilMigrationEnds(client)
}

async function expectUsable({ url, callerAt, visitor }: Deployment, sid: string): Promise<void> {
  const call = callerAt(url, sid)
  expect((await call('GET', '/api/auth/user')).status).toBe(200)
  expect((await call('POST', '/api/playlists', { body: { title: 'New' } })).status).toBe(201)
  const results = await visitor('GET', '/api/search?q=salt')
  expect(((await results.json()) as { tracks: unknown[] }).tracks.length).toBeGreaterThan(0)
  const listed = (await (await visitor('GET', '/api/tracks?limit=50')).json()) as unknown[]
  expect(listed).toHaveLength(2 * userCount)
}
