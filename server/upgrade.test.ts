import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { migrate } from './database/migrate.ts'
import { secretIdOf } from './modules/accounts/sessions/sessions.ts'
import { pathForKey } from './platform/objects/disk-layout.ts'
import { loadRows, tablesByDependency } from './platform/postgres/table-rows.ts'
import { hashToken } from './platform/secrets/secrets.ts'
import { signIn } from './testing/accounts.ts'
import { createCaller, startTestApp } from './testing/app.ts'
import { allRows } from './testing/backups.ts'
import { createTestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { type Insert, migrateTo } from './testing/migrate-to.ts'
import {
  audioKeys,
  insertRowsOf0033,
  ids as rows,
  account as rowsAccount,
  tokens,
} from './testing/rows-of-0033.ts'
import { fixture } from './testing/sample-files.ts'
import { readRows, savedRows } from './testing/saved-rows.ts'
import { dataFolder, startServerProcess } from './testing/server-process.ts'
import { accounts, password } from './testing/year-of-use/people.ts'

/** The last migration of the first version, and what its README and deploy/env.example had as settings. */
const lastMigrationThen = '0010_counted-people'
const settingsThen = {
  HOST: 'localhost',
  DATABASE_DIRECT: 'true',
  X_ACCEL_REDIRECT: '',
  S3_REGION: 'us-east-1',
  S3_FORCE_PATH_STYLE: 'false',
  SESSION_SECRET: 'a secret of thirty-two letters or more',
  ADMIN_EMAILS: 'you@example.org',
  ADMIN_PASSWORD: 'a password for tests',
  BRAND_NAME: 'Soundpost',
  RATE_LIMIT_SCALE: '1',
  TRUST_PROXY: '1',
}

const account = { email: 'ines.calder@example.org', password: 'correct horse battery' }
const ids = { user: randomUUID(), account: randomUUID(), sid: randomUUID() }
/** Where the first version stored the upload with this id. */
const audio = 'cba592b6-c4a8-4652-961f-a47f28b0be20'
const audioFile = `objects/audio/683/${audio}.mp3`

/** Inserts rows with SQL, because the factories write rows of the current version. */
async function fill(insert: Insert): Promise<void> {
  const password_hash = await createPasswordHasher({ log2N: 8, r: 8, p: 1 }).hash(account.password)
  const display_name = 'Ines Calder'
  await insert('accounts', { id: ids.account, email: account.email, password_hash, display_name })
  const identity = { issuer: 'built-in', subject: ids.account }
  const username = 'ines.calder'
  await insert('users', {
    id: ids.user,
    email: account.email,
    username,
    display_name,
    ...identity,
  })
  const object_path = `/objects/audio/${audio}.mp3`
  const user_id = ids.user
  await insert('uploads', {
    id: audio,
    user_id,
    key: `uploads/${audio}`,
    state: 'used',
    kind: 'audio',
    object_path,
    content_type: 'audio/mpeg',
    size: fixture('tone.mp3').length,
    duration: 2,
    registered_at: new Date(),
  })
  const track = { user_id, title: 'Salt Marsh', slug: 'salt-marsh', audio_url: object_path }
  await insert('tracks', { ...track, privacy: 'private', duration: 2 })
  await insert('playlists', { user_id, title: 'Evening', slug: 'evening' })
  const secretId = secretIdOf(settingsThen.SESSION_SECRET)
  const sess = { userId: ids.user, startedAt: new Date().toISOString(), idToken: '', secretId }
  const expire = new Date(Date.now() + 86_400_000)
  await insert('sessions', { sid: hashToken(ids.sid), sess, expire })
}

test('a site of the first version starts with its settings, sessions, accounts, files and URLs', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await fill(await migrateTo(lastMigrationThen, database))
  const folder = dataFolder()
  mkdirSync(path.join(folder, path.dirname(audioFile)), { recursive: true })
  writeFileSync(path.join(folder, audioFile), fixture('tone.mp3'))
  const port = String(await freePort())
  const server = await startServerProcess(folder, {
    ...settingsThen,
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
  })
  await server.ready()

  const owner = createCaller(server.url, { cookie: `sid=${ids.sid}` })
  const { id, ...track } = (await (await owner('GET', '/api/tracks/slug/salt-marsh')).json()) as {
    id: string
  }
  expect(track).toMatchObject({ title: 'Salt Marsh', user: { username: 'ines.calder' } })
  for (const path of ['/playlist/evening', '/profile/ines.calder', '/api/auth/user'])
    expect([path, (await owner('GET', path)).status]).toEqual([path, 200])
  const sound = await (await owner('GET', `/api/tracks/${id}/audio`)).arrayBuffer()
  expect(fixture('tone.mp3').equals(Buffer.from(sound))).toBe(true)

  await signIn(server.url, account)
  const admin = { email: 'you@example.org', password: settingsThen.ADMIN_PASSWORD }
  const { body } = await (await signIn(server.url, admin)).call('GET', '/api/auth/user')
  expect(body).toMatchObject({ isAdmin: true })
}, 120_000)

test('a site of before the leases loses nothing, and its waiting work resumes', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const secretId = secretIdOf(settingsThen.SESSION_SECRET)
  await insertRowsOf0033(await migrateTo('0033_lossless', database), secretId)
  const folder = dataFolder()
  for (const key of audioKeys) {
    const file = pathForKey(path.join(folder, 'objects'), key)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, fixture('tone.mp3'))
  }
  const { ADMIN_PASSWORD, SESSION_SECRET } = settingsThen
  const env = { DATABASE_URL: database.url, ADMIN_PASSWORD, SESSION_SECRET }
  const server = await startServerProcess(folder, env)
  await server.ready()
  const owner = createCaller(server.url, { cookie: `sid=${tokens.session}` })
  const visitor = createCaller(server.url, {})
  const admin = await signIn(server.url, { email: 'admin@localhost', password: ADMIN_PASSWORD })
  const read = async (path: string, caller = owner) => (await caller('GET', path)).json()
  const status = async (path: string, caller = visitor) => (await caller('GET', path)).status
  const asAdmin = async (path: string) => (await admin.call('GET', path)).body

  const counts = { playCount: 7, likeCount: 1 }
  const track = { id: rows.track, title: 'Salt Marsh', tags: ['sea'], ...counts, loudness: -14.5 }
  expect(await read('/api/tracks/slug/salt-marsh')).toMatchObject({
    ...track,
    likes: [{ userId: rows.owner }],
    waveform: Array(200).fill(1),
  })
  const sound = await (await visitor('GET', `/api/tracks/${rows.track}/audio`)).arrayBuffer()
  expect(fixture('tone.mp3').equals(Buffer.from(sound))).toBe(true)
  expect(await read('/api/library')).toMatchObject({ historyEnabled: false })
  expect(await read('/api/library/likes')).toMatchObject([track])
  expect(await read('/api/library/history')).toMatchObject([{ track }])
  expect(await read('/api/library/following')).toMatchObject([track])
  expect(await read('/api/library/playlists')).toMatchObject([
    { id: rows.foreignPlaylist, title: 'Morning', trackCount: 1 },
    { id: rows.playlist, title: 'Evening', trackCount: 1 },
  ])
  const { tracks, ...state } = (await read('/api/player/state')) as { tracks: unknown[] }
  expect(state).toMatchObject({ version: 3, deviceId: rows.device, position: 12.5, repeat: 'all' })
  expect(tracks).toMatchObject([track])
  expect(await read('/api/search?q=salt')).toMatchObject({ tracks: [track] })
  expect(await read('/api/account/sessions')).toHaveLength(2)
  expect(await read('/api/account/passkeys')).toMatchObject([{ name: 'Phone' }])
  expect(await status(`/api/account/export/${tokens.export}`, owner)).toBe(200)
  expect(await status(`/oidc/reset-password/${tokens.reset}`)).toBe(200)

  expect(await asAdmin('/api/admin/reports')).toMatchObject([
    { id: rows.item, track, reports: [{ reason: 'spam', text: 'Why' }] },
  ])
  expect(await asAdmin('/api/admin/reports?state=decided')).toMatchObject([
    { id: rows.decided, isUserSuspended: true, decisions: [{ reason: 'Not theirs' }] },
  ])
  expect(await status('/api/tracks/slug/removed')).toBe(404)
  expect(await status('/profile/suspended')).toBe(404)
  expect(await asAdmin('/api/admin/audit')).toMatchObject([{ detail: 'Spam' }])
  expect(await asAdmin('/api/admin/invites')).toMatchObject([
    { id: rows.invite, note: 'For friends', uses: 1, usedBy: [{ user: { id: rows.owner } }] },
  ])
  expect(await asAdmin('/api/admin/analytics')).toMatchObject({
    totalTracks: 3,
    totalPlays: 17,
    totalUsers: 4,
  })

  await signIn(server.url, rowsAccount)
  const artist = createCaller(server.url, { cookie: `sid=${tokens.artistSession}` })
  await vi.waitFor(
    async () => {
      expect(await read('/api/tracks/slug/pending')).toMatchObject({ processing: 'ready' })
      expect(await read('/api/account/export', artist)).toMatchObject({ state: 'ready' })
    },
    { timeout: 60_000, interval: 500 },
  )
}, 180_000)

/** The columns of the row that the other one has, too, by name. */
function shared(row: string, other: string): string {
  const columns = Object.keys(JSON.parse(other))
  const entries = Object.entries(JSON.parse(row)).filter(([name]) => columns.includes(name))
  return JSON.stringify(entries.toSorted(([one], [two]) => one.localeCompare(two)))
}

test.each(savedRows)(
  'the rows of every table of %s survive all later migrations',
  async (tag) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const { db } = database.postgres
    await migrateTo(tag, database)
    const saved = readRows(tag)
    const then = await tablesByDependency(db)
    expect(then.toSorted(), 'a table without saved rows').toEqual([...saved.keys()].toSorted())
    await db.transaction(async (tx) => {
      for (const table of then) await loadRows(tx, table, Readable.from(saved.get(table) ?? []))
    })
    await migrate(database)

    const now = await allRows(db)
    for (const [table, [first = '{}', ...more]] of saved) {
      const kept = now[table] ?? []
      const before = [first, ...more].map((row) => shared(row, kept[0] ?? '{}')).toSorted()
      const after = kept.map((row) => shared(row, first)).toSorted()
      expect([table, ...after]).toEqual([table, ...before])
    }
    const site = await startTestApp({ database: { ...database, drop: async () => {} } })
    onTestFinished(() => site.close())
    const artist = await signIn(site.config.publicUrl, { ...accounts.artist, password })
    for (const path of ['/api/tracks/slug/salt-marsh', '/api/library/likes', '/api/notifications'])
      expect([path, (await artist.call('GET', path)).status]).toEqual([path, 200])
  },
  120_000,
)
