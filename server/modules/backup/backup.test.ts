import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { backup } from '#server/cli/backup.ts'
import { doctor } from '#server/cli/doctor.ts'
import { restore } from '#server/cli/restore.ts'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { type Db, openPostgres } from '#server/platform/postgres/open.ts'
import { administrator, createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import type { Caller } from '#server/testing/app.ts'
import { allRows } from '#server/testing/backups.ts'
import type { Browser } from '#server/testing/browser.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { runInProcess, runScript } from '#server/testing/run-script.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { dataFolder, startServerProcess } from '#server/testing/server-process.ts'
import { upload } from '#server/testing/upload-client.ts'

const settings = { ADMIN_PASSWORD: administrator.password }

/** Calls as the user who is signed in there. */
const callerOf =
  (browser: Browser): Caller =>
  (method, to, { body } = {}) =>
    fetch(browser.baseUrl + to, {
      method,
      headers: {
        cookie: `sid=${browser.cookie('sid')}`,
        origin: browser.baseUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

async function publish(caller: Caller, title: string): Promise<string> {
  const audioUrl = await upload(caller, 'audio', fixture('tone.mp3'))
  const artworkUrl = await upload(caller, 'artwork', await createImage())
  const response = await caller('POST', '/api/tracks', { body: { title, audioUrl, artworkUrl } })
  const { id } = (await response.json()) as { id?: string }
  if (!id) throw new Error(`The track was refused with ${response.status}.`)
  return id
}

/** Uploads, likes, plays, playlists and deletes, as on a site in use, until the returned function is called. */
function generateTraffic(caller: Caller, trackIds: readonly string[]) {
  const stopping = new AbortController()
  const work = async () => {
    for (let iteration = 0; !stopping.signal.aborted; iteration++) {
      const id = await publish(caller, `Meanwhile ${iteration}`)
      await caller('POST', `/api/tracks/${id}/like`)
      await caller('POST', `/api/tracks/${id}/play`)
      for (const old of trackIds) await caller('POST', `/api/tracks/${old}/like`)
      if (iteration % 2) await caller('DELETE', `/api/tracks/${id}`)
    }
  }
  const working = work()
  return async () => {
    stopping.abort()
    await working
  }
}

/** Opens the database of a site, whether its server is running or not. */
async function withDatabase<T>(dataDir: string, use: (db: Db) => Promise<T>): Promise<T> {
  const config = { kind: 'embedded' as const, directory: path.join(dataDir, 'postgres') }
  const postgres = await openPostgres(config, { exclusive: false, log: () => {} })
  try {
    return await use(postgres.db)
  } finally {
    await postgres.close()
  }
}

function linesOf(backup: string, table: string): string[] {
  const packed = readFileSync(path.join(backup, 'tables', `${table}.jsonl.gz`))
  return gunzipSync(packed).toString('utf8').split('\n').slice(0, -1).toSorted()
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

test('a backup taken while the site is in use restores the same site in an empty folder', async () => {
  const site = dataFolder()
  const backups = dataFolder()
  const [restored, target] = [path.join(backups, 'restored'), path.join(backups, 'monday')]
  onTestFinished(() => rmSync(backups, { recursive: true, force: true }))
  await prepareCluster(path.join(site, 'postgres'))
  const server = await startServerProcess(site, settings)
  await server.ready()
  const ines = randomAccount({ displayName: 'Ines "Calder" \\' })
  const browser = await createAccount(server.url, ines)
  const caller = callerOf(browser)
  const published = [await publish(caller, 'Salt Marsh'), await publish(caller, 'Ünïcode 🎻')]
  await upload(caller, 'profile image', await createImage())
  const list = await caller('POST', '/api/playlists', {
    body: { title: 'Slow Morning', description: 'Two\u2028 lines\n' },
  })
  const { id: listId } = (await list.json()) as { id: string }
  for (const trackId of published)
    await caller('POST', `/api/playlists/${listId}/tracks`, { body: { trackId } })

  const stopTraffic = generateTraffic(caller, published)
  const taken = await runInProcess(backup, [target], { DATA_DIR: site })
  await stopTraffic()
  const before = await withDatabase(site, allRows)
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('contains a backup of') })
  server.signal('SIGTERM')
  await server.exitCode()

  const done = await runScript('restore', [target, restored], { DATA_DIR: site })
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('To start it') })

  // Tables: every row of the snapshot, including everything acknowledged before it began.
  const manifest = JSON.parse(readFileSync(path.join(target, 'backup.json'), 'utf8')) as Manifest
  const after = await withDatabase(restored, async (db) => {
    const rows = await allRows(db)
    expect(await runInProcess(doctor, [], { DATA_DIR: restored })).toMatchObject({ code: 0 })
    return rows
  })
  for (const [name, rows] of Object.entries(after))
    expect([name, ...rows]).toEqual([name, ...linesOf(target, name)])
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const table of ['accounts', 'sessions', 'provider_keys', 'playlist_tracks'])
    expect(after[table]).toEqual(before[table])
  const tracks = (after['tracks'] ?? []).map((row) => JSON.parse(row) as { id: string })
  expect(tracks.map(({ id }) => id)).toEqual(expect.arrayContaining(published))

  // Files: exactly those of the snapshot, byte for byte; files that still exist are unchanged.
  const [old, fresh] = [path.join(site, 'objects'), path.join(restored, 'objects')]
  const names = filesIn(fresh)
  expect(names).toEqual(filesIn(path.join(target, 'files')))
  expect(names.length).toBe(manifest.files.lines)
  expect(names.length).toBeGreaterThanOrEqual(2 + 2 * 4 + 4)
  for (const name of names)
    if (existsSync(path.join(old, name)))
      expect(readFileSync(path.join(fresh, name)).equals(readFileSync(path.join(old, name)))).toBe(
        true,
      )
  expect(readFileSync(path.join(restored, 'session-secret'), 'utf8')).toBe(
    readFileSync(path.join(site, 'session-secret'), 'utf8'),
  )

  const again = await startServerProcess(restored, settings)
  await again.ready()
  // Existing sessions stay valid, and others can sign in.
  const stillIn = await fetch(`${again.url}/api/auth/user`, {
    headers: { cookie: `sid=${browser.cookie('sid')}` },
  })
  expect(await stillIn.json()).toMatchObject({ displayName: ines.displayName })
  await signIn(again.url, ines)
  await signIn(again.url, administrator)
  for (const id of published) {
    const audio = await fetch(`${again.url}/api/tracks/${id}/audio`)
    expect(Buffer.from(await audio.arrayBuffer()).equals(fixture('tone.mp3'))).toBe(true)
  }
}, 300_000)

test('backup and restore: one sentence says why no backup was made or restored', async () => {
  const folder = dataFolder()
  const site = path.join(folder, 'site')
  const settings = { DATA_DIR: site }
  expect(await runScript('backup', [path.join(folder, 'copy')], settings)).toEqual({
    code: 1,
    output: `No backup was made: there is no site in ${site}.`,
  })
  expect(existsSync(site)).toBe(false)
  expect(await runInProcess(backup, [], settings)).toEqual({
    code: 1,
    output: 'No backup was made: name a new folder: npm run backup -- <new folder> [--no-try]',
  })
  mkdirSync(path.join(folder, 'half.unfinished'))
  expect(await runInProcess(restore, [path.join(folder, 'half.unfinished')], settings)).toEqual({
    code: 1,
    output: expect.stringMatching(/is not a backup: it has no file backup\.json\.$/),
  })
  mkdirSync(site)
  writeFileSync(path.join(site, 'restoring'), '')
  const server = await startServerProcess(site)
  expect(await server.exitCode()).toBe(1)
  expect(server.output()).toMatch(/a restore into .* did not complete: run it again/)
}, 120_000)
