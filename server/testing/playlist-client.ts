import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { playlists, playlistTracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Caller } from './app.ts'
import { makeTrack } from './factories.ts'

/** Creates public tracks of the user and returns their ids, oldest first. */
export async function makeTrackIds(db: Db, userId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await makeTrack(db, userId)).id)
  return ids
}

export const addEntry = (call: Caller, id: string, trackId: unknown) =>
  call('POST', `/api/playlists/${id}/tracks`, { body: { trackId } })

export const removeEntry = (call: Caller, id: string, trackId: string) =>
  call('DELETE', `/api/playlists/${id}/tracks/${trackId}`)

export const reorderEntries = (call: Caller, id: string, trackIds: unknown, updatedAt?: string) =>
  call('PUT', `/api/playlists/${id}/reorder`, {
    body: { trackIds, ...(updatedAt === undefined ? {} : { updatedAt }) },
  })

/** The track ids in their stored order. Asserts that positions and track count are consistent. */
export async function storedOrder(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(playlistTracks)
    .where(eq(playlistTracks.playlistId, id))
    .orderBy(asc(playlistTracks.position))
  const [playlist] = await db.select().from(playlists).where(eq(playlists.id, id))
  expect(rows.map((row) => row.position)).toEqual([...rows.keys()])
  expect(playlist?.trackCount).toBe(rows.length)
  return rows.map((row) => row.trackId)
}
