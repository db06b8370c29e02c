import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import type { Manifest } from '#server/platform/backup/manifest.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import { createAccount, randomAccount, signIn } from '#server/testing/accounts.ts'
import type { Caller } from '#server/testing/app.ts'
import type { Browser } from '#server/testing/browser.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import { createImage, fixture } from '#server/testing/sample-files.ts'
import { dataFolder, quickStart, startServerProcess } from '#server/testing/server-process.ts'
import { upload } from '#server/testing/upload-client.ts'

const administrator = { email: 'admin@localhost', password: 'a password for tests' }
const settings = { ADMIN_PASSWORD: administrator.password }

async function run(script: string, dataDir: string, ...args: string[]) {
  const file = path.resolve(import.meta.dirname, '../../../scripts', `${script}.ts`)
  const child = spawn(process.execPath, [...quickStart.options, file, ...args], {
    env: { ...quickStart.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, out, errorOutput] = await Promise.all([
    once(child, 'exit').then(([code]) => code as number),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, output: (out + errorOutput).trim() }
}

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

/** Every row of every table, in a stable order, as JSON. */
async function allRows(dataDir: string): Promise<Map<string, string[]>> {
  const config = { kind: 'embedded' as const, directory: path.join(dataDir, 'postgres') }
  const postgres = await openPostgres(config, { exclusive: false, log: () => {} })
  const tables = await postgres.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found = new Map<string, string[]>()
  for (const { name } of tables.rows) {
    const { rows } = await postgres.pool.query<{ row: string }>(
      `select to_json(t)::text as row from ${name} t`,
    )
    found.set(name, rows.map(({ row }) => row).toSorted())
  }
  await postgres.close()
  return found
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

it('a backup taken while the site is in use restores the same site in an empty folder', async () => {
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
  const taken = await run('backup', site, target)
  await stopTraffic()
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('contains a backup of') })
  server.signal('SIGTERM')
  await server.exitCode()

  const done = await run('restore', site, target, restored)
  expect(done).toMatchObject({ code: 0, output: expect.stringContaining('To start it') })

  // Tables: every row of the snapshot, including everything acknowledged before it began.
  const manifest = JSON.parse(readFileSync(path.join(target, 'backup.json'), 'utf8')) as Manifest
  const [before, after] = [await allRows(site), await allRows(restored)]
  for (const [name, rows] of after)
    expect([name, ...rows]).toEqual([name, ...linesOf(target, name)])
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const table of ['accounts', 'sessions', 'provider_keys', 'playlist_tracks'])
    expect(after.get(table)).toEqual(before.get(table))
  const tracks = (after.get('tracks') ?? []).map((row) => JSON.parse(row) as { id: string })
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

  expect(await run('doctor', restored)).toMatchObject({ code: 0 })
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

it('backup and restore: one sentence says why no backup was made or restored', async () => {
  const folder = dataFolder()
  const site = path.join(folder, 'site')
  expect(await run('backup', site, path.join(folder, 'copy'))).toEqual({
    code: 1,
    output: `No backup was made: there is no site in ${site}.`,
  })
  expect(existsSync(site)).toBe(false)
  expect(await run('backup', site)).toEqual({
    code: 1,
    output: 'No backup was made: name a new folder: npm run backup -- <new folder>',
  })
  mkdirSync(path.join(folder, 'half.unfinished'))
  expect(await run('restore', site, path.join(folder, 'half.unfinished'))).toEqual({
    code: 1,
    output: expect.stringMatching(/is not a backup: it has no file backup\.json\.$/),
  })
  mkdirSync(site)
  writeFileSync(path.join(site, 'restoring'), '')
  const server = await startServerProcess(site)
  expect(await server.exitCode()).toBe(1)
  expect(server.output()).toMatch(/a restore into .* did not complete: run it again/)
}, 120_000)
