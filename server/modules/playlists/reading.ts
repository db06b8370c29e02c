import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import { notFound } from '#server/errors.ts'
import { readCursor, writeCursor } from '#server/modules/tracks/cursor.ts'
import { isId } from '#server/modules/tracks/slug.ts'
import { mayManage, mayOpen } from '#server/modules/tracks/visibility.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { listEntries } from './entries/queries.ts'
import { presentDetail, presentPlaylist } from './present.ts'
import { findById, findByIds, findBySlug, listOfUser, type PlaylistRow } from './queries.ts'

/** Undefined for what is missing and what is hidden from the viewer alike. */
export async function findPlaylist(
  db: Db,
  slugOrId: string,
  viewer: Viewer | undefined,
): Promise<Playlist | undefined> {
  const row = await findRow(db, slugOrId, viewer)
  return row && presentPlaylist(row)
}

export async function getPlaylist(
  db: Db,
  slugOrId: string,
  viewer: Viewer | undefined,
): Promise<PlaylistDetail> {
  const row = await findRow(db, slugOrId, viewer)
  if (!row) throw notFound('Playlist')
  return presentDetail(row, await listEntries(db, row.id, viewer))
}

async function findRow(
  db: Db,
  slugOrId: string,
  viewer: Viewer | undefined,
): Promise<PlaylistRow | undefined> {
  const find = isId(slugOrId) ? findById : findBySlug
  const row = await find(db, slugOrId.normalize('NFC'), viewer)
  return row && mayOpen(row, viewer) ? row : undefined
}

/** In the order of the ids; without those that are gone or that the viewer may not open. */
export async function playlistsByIds(
  db: Db,
  ids: string[],
  viewer: Viewer | undefined,
): Promise<Playlist[]> {
  const rows = await findByIds(db, ids, viewer)
  const byId = new Map(rows.filter((row) => mayOpen(row, viewer)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(presentPlaylist)
}

type Page = { limit: number; cursor?: string | undefined }

/** A person's playlists, newest first: the public ones, or all to themselves and the administrator. */
export async function playlistsOf(
  db: Db,
  userId: string,
  { limit, cursor }: Page,
  viewer: Viewer | undefined,
) {
  const rows = await listOfUser(db, viewer, {
    userId,
    publicOnly: !mayManage({ userId }, viewer),
    limit: limit + 1,
    after: cursor === undefined ? undefined : readCursor('recent', cursor),
  })
  const items = rows.slice(0, limit).map(presentPlaylist)
  const last = items.at(-1)
  const more = rows.length > limit && last
  return {
    items,
    next: more ? writeCursor('recent', { value: last.createdAt, id: last.id }) : undefined,
  }
}
