import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { NewPins } from '#contract/pins.ts'
import { pins, playlists, tracks } from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'

export function listPinRows(db: Db, userId: string) {
  return db
    .select({ trackId: pins.trackId, playlistId: pins.playlistId })
    .from(pins)
    .where(eq(pins.userId, userId))
    .orderBy(asc(pins.position))
}

/** Whether all are the user's own tracks and releases; they stay until the transaction ends. */
export async function lockOwn(db: Db, userId: string, newPins: NewPins): Promise<boolean> {
  const idsOf = (wanted: NewPins[number]['kind']) =>
    newPins.flatMap(({ kind, id }) => (kind === wanted ? id : []))
  const ownTracks = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(inArray(tracks.id, idsOf('track')), eq(tracks.userId, userId)))
    .orderBy(asc(tracks.id))
    .for('key share')
  const isOwnRelease = and(eq(playlists.userId, userId), ne(playlists.type, 'playlist'))
  const ownReleases = await db
    .select({ id: playlists.id })
    .from(playlists)
    .where(and(inArray(playlists.id, idsOf('playlist')), isOwnRelease))
    .orderBy(asc(playlists.id))
    .for('key share')
  return ownTracks.length + ownReleases.length === newPins.length
}

export async function replacePins(db: Db, userId: string, newPins: NewPins): Promise<void> {
  await db.delete(pins).where(eq(pins.userId, userId))
  if (newPins.length === 0) return
  const rows = newPins.map(({ kind, id }, position) => ({
    ...{ userId, position },
    ...(kind === 'track' ? { trackId: id } : { playlistId: id }),
  }))
  await db.insert(pins).values(rows)
}
