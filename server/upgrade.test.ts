import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { migrateUpTo } from './database/migrate.ts'
import { secretIdOf } from './modules/accounts/sessions/sessions.ts'
import { hashToken } from './platform/secrets/secrets.ts'
import { signIn } from './testing/accounts.ts'
import { createCaller } from './testing/app.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { fixture } from './testing/sample-files.ts'
import { dataFolder, startServerProcess } from './testing/server-process.ts'

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
async function fill({ postgres, url }: TestDatabase): Promise<void> {
  await postgres.pool.query(`drop schema public cascade; create schema public;
    drop schema drizzle cascade`)
  const journal = path.join(import.meta.dirname, 'database/migrations/meta/_journal.json')
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const last = entries.find(({ tag }) => tag === lastMigrationThen)
  await migrateUpTo({ url }, last?.when ?? 0)
  const insert = async (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row)
    const values = columns.map((_, i) => `$${i + 1}`)
    await postgres.pool.query(
      `insert into ${table} (${columns}) values (${values})`,
      Object.values(row),
    )
  }
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

it('a site of the first version starts with its settings, sessions, accounts, files and URLs', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await fill(database)
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
