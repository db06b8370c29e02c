import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { playCount, plays, tracks } from '#server/database/schema.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { makeTrack, makeUser, type TrackRow } from '#server/testing/factories.ts'
import { listenerKey, newListenerToken } from './listener.ts'

let database: TestDatabase
let track: TrackRow
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database.postgres
  track = await makeTrack(db, (await makeUser(db)).id)
})
afterAll(() => database.drop())

async function startServer() {
  const script = fileURLToPath(new URL('../../testing/play-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, database.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { address, kill }
}

/** Listeners without end, each new; responses those to whom the server said that they counted. */
function playWithoutEnd(address: string) {
  const answered: string[] = []
  const listen = async () => {
    for (;;) {
      const token = newListenerToken()
      const response = await fetch(`${address}/api/tracks/${track.id}/play`, {
        method: 'POST',
        headers: { cookie: `listener=${token}` },
      })
      const { counted } = (await response.json()) as { counted: boolean }
      if (counted) answered.push(listenerKey(undefined, token))
    }
  }
  const ended = Promise.allSettled(Array.from({ length: 16 }, listen))
  return { answered, ended }
}

test('plays: an acknowledged play survives a crash of the server, and counts match the rows', async () => {
  const { db } = database.postgres
  const survivors: string[] = []
  for (let deaths = 0; deaths < 2; deaths++) {
    const { address, kill } = await startServer()
    const { answered, ended } = playWithoutEnd(address)
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(100), { timeout: 15_000 })
    await kill()
    await ended
    survivors.push(...answered)
  }
  // The database may need a moment to end what the dead server had begun.
  await vi.waitFor(async () => {
    const rows = await db.select().from(plays).where(eq(plays.trackId, track.id))
    const kept = new Set(rows.map((row) => row.listener))
    expect(survivors.filter((listener) => !kept.has(listener))).toEqual([])
    const [now] = await db.select({ playCount }).from(tracks).where(eq(tracks.id, track.id))
    expect(now?.playCount).toBe(rows.length)
  })
}, 60_000)
