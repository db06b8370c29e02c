import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { asc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { playlists, playlistTracks, tracks, trackVersions } from '#server/database/schema.ts'
import { makeUser } from '#server/testing/factories.ts'
import { startFaultProxy } from '#server/testing/fault-proxy.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { quickStart } from '#server/testing/server-process.ts'
import { zipOf } from '#server/testing/zip.ts'
import { type Deployment, makeDeployment } from '../deployment.ts'
import { expectIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const count = 12
const rounds = repetitions(8, 2, 'crash')

async function makeArchive(folder: string): Promise<string> {
  const exported = Array.from({ length: count }, (_, index) => ({
    ...{ id: crypto.randomUUID(), title: `Tape ${index}`, audio: `audio/${index}.mp3` },
    createdAt: '2024-03-04T05:06:07.000Z',
    versions: [{ replacedAt: '2024-02-03T04:05:06.000Z', audio: `audio/versions/${index}.mp3` }],
  }))
  const names = exported.flatMap(({ audio, versions }) => [
    audio,
    ...versions.map((version) => version.audio),
  ])
  const list = { id: crypto.randomUUID(), title: 'Reels', tracks: exported.toReversed() }
  const file = path.join(folder, 'export.zip')
  const zip = await zipOf({
    'tracks.json': JSON.stringify(exported),
    'playlists.json': JSON.stringify([list]),
    ...Object.fromEntries(names.map((name) => [name, fixture('tone.mp3')])),
  })
  await writeFile(file, zip)
  return file
}

function startImport({ dataDir }: Deployment, databaseUrl: string, args: string[]) {
  const child = spawn(process.execPath, ['server/cli/main.ts', 'import', ...args], {
    env: { ...quickStart.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return {
    kill: () => child.kill('SIGKILL'),
    ended: ended.then(([[code], out, errors]) => ({ code, out, errors })),
  }
}

test(`an import, killed ${rounds} times or without database, is completed, nothing twice (seed ${seed})`, async () => {
  const random = seededRandom('killed import')
  const deployment = await makeDeployment()
  const { db } = deployment
  const email = `nara-${crypto.randomUUID()}@example.org`
  const user = await makeUser(db, { email })
  const args = [await makeArchive(deployment.dataDir), '--user', email]
  const proxy = await startFaultProxy(new URL(deployment.databaseUrl))
  onTestFinished(proxy.close)
  const countTracks = () => db.$count(tracks, eq(tracks.userId, user.id))
  for (let round = 0; round <= rounds; round++) {
    const before = await countTracks()
    const running = startImport(deployment, proxy.url, args)
    const enough = Math.min(before + random.between(0, 2), count - 1)
    await expect.poll(countTracks, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough - 1)
    if (round < rounds) running.kill()
    else {
      await proxy.inject({ kind: 'refuses' })
      const { code, errors } = await running.ended
      expect([code, errors]).toEqual([1, expect.stringMatching(/^Nothing (more )?was imported: /m)])
      await proxy.restore()
    }
    await running.ended
  }
  const { code, out } = await startImport(deployment, proxy.url, args).ended
  expect([code, out]).toEqual([0, expect.stringContaining('playlists ')])
  await expectWhole(deployment, user.id)
  await expectIntegrity(deployment)
}, 600_000)

async function expectWhole({ db }: Deployment, userId: string) {
  const titles = Array.from({ length: count }, (_, index) => `Tape ${index}`)
  const own = await db.select().from(tracks).where(eq(tracks.userId, userId))
  expect(own.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
  expect(await db.$count(trackVersions, eq(trackVersions.userId, userId))).toBe(count)
  expect(await db.$count(playlists, eq(playlists.userId, userId))).toBe(1)
  const entries = await db
    .select({ title: tracks.title })
    .from(playlistTracks)
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(eq(tracks.userId, userId))
    .orderBy(asc(playlistTracks.position))
  expect(entries.map(({ title }) => title)).toEqual(titles.toReversed())
}
