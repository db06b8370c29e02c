import type { Playlist } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import type { ManagedUser, UserSummary } from '#contract/users.ts'
import { playlistsOf } from '#server/modules/playlists/reading.ts'
import { readCursor, writeCursor } from '#server/modules/tracks/cursor.ts'
import { listTracks, type TrackQuery } from '#server/modules/tracks/listing.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { presentManagedUser, presentUser } from './present.ts'
import { requireUser } from './profile.ts'
import { findByIds, listPage } from './queries.ts'

export type Page = { limit: number; cursor?: string | undefined }
type Listed<Item> = { items: Item[]; next: string | undefined }

/** For the administrator. */
export async function listUsers(
  db: Db,
  { limit, cursor, q }: Page & { q?: string | null | undefined },
): Promise<Listed<ManagedUser>> {
  const after = cursor === undefined ? undefined : readCursor('recent', cursor)
  const rows = await listPage(db, { q, limit: limit + 1, after })
  const items = rows.slice(0, limit).map(presentManagedUser)
  const last = items.at(-1)
  const more = rows.length > limit && last
  return {
    items,
    next: more ? writeCursor('recent', { value: last.createdAt, id: last.id }) : undefined,
  }
}

/** In the order of the ids; without those who are gone. */
export async function usersByIds(db: Db, ids: string[]): Promise<UserSummary[]> {
  const byId = new Map((await findByIds(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(presentUser)
}

export async function tracksOfUser(
  db: Db,
  idOrName: string,
  query: Page & Pick<TrackQuery, 'sort'>,
  viewer: Viewer | undefined,
): Promise<Listed<Track>> {
  const { id: userId } = await requireUser(db, idOrName)
  const { tracks, next } = await listTracks(db, { ...query, userId }, viewer)
  return { items: tracks, next }
}

export async function playlistsOfUser(
  db: Db,
  idOrName: string,
  page: Page,
  viewer: Viewer | undefined,
): Promise<Listed<Playlist>> {
  const { id } = await requireUser(db, idOrName)
  return playlistsOf(db, id, page, viewer)
}
