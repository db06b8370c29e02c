import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { playCount, plays, trackDailyStats, tracks } from '#server/database/schema.ts'
import { makeTrack, makeUser, type TrackRow } from '#server/testing/factories.ts'
import { quickStart } from '#server/testing/server-process.ts'
import { setUpTestDatabase } from '#server/testing/set-up.ts'
import { flushPendingPlays } from './flush-pending.ts'
import { listenerKey, newListenerToken } from './listener.ts'

const database = setUpTestDatabase()
let track: TrackRow
beforeAll(async () => {
  const { db } = database.postgres
  track = await makeTrack(db, (await makeUser(db)).id)
})

async function startServer() {
  const script = fileURLToPath(new URL('../../testing/play-server.ts', import.meta.url))
  const child = spawn(process.execPath, [...quickStart.options, script, database.url], {
    env: quickStart.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const [serverUrl] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { serverUrl, kill }
}

/** New listeners one after the other; `countedListeners` are those whose play the server acknowledged as counted. */
function playContinuously(serverUrl: string) {
  const countedListeners: string[] = []
  const listen = async () => {
    for (;;) {
      const token = newListenerToken()
      const response = await fetch(`${serverUrl}/api/tracks/${track.id}/play`, {
        method: 'POST',
        headers: { cookie: `listener=${token}` },
      })
      const { counted } = (await response.json()) as { counted: boolean }
      if (counted) countedListeners.push(listenerKey(undefined, token))
    }
  }
  const ended = Promise.allSettled(Array.from({ length: 16 }, listen))
  return { countedListeners, ended }
}

test('plays: acknowledged ones survive a crash of the server, and counts and statistics match the rows', async () => {
  const { db } = database.postgres
  const acknowledged: string[] = []
  for (let crashes = 0; crashes < 2; crashes++) {
    const { serverUrl, kill } = await startServer()
    const { countedListeners, ended } = playContinuously(serverUrl)
    await vi.waitFor(() => expect(countedListeners.length).toBeGreaterThan(100), {
      timeout: 15_000,
    })
    await kill()
    await ended
    acknowledged.push(...countedListeners)
  }
  // The database may need a moment to end the transactions of the killed server.
  await vi.waitFor(async () => {
    const rows = await db.select().from(plays).where(eq(plays.trackId, track.id))
    const stored = new Set(rows.map((row) => row.listener))
    expect(acknowledged.filter((listener) => !stored.has(listener))).toEqual([])
    const [now] = await db.select({ playCount }).from(tracks).where(eq(tracks.id, track.id))
    expect(now?.playCount).toBe(rows.length)
    await flushPendingPlays(db)
    const days = await db
      .select()
      .from(trackDailyStats)
      .where(eq(trackDailyStats.trackId, track.id))
    expect(days.reduce((sum, day) => sum + day.sitePlays, 0)).toBe(rows.length)
    expect(days.reduce((sum, day) => sum + day.ownerListeners, 0)).toBe(rows.length)
  })
}, 60_000)
