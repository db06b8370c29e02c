import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { firstDayOf } from '#contract/fields.ts'
import { isReleaseType } from '#contract/playlist-types.ts'
import {
  maxPlaylistTracks,
  type newPlaylist,
  type Playlist,
  type PlaylistDetail,
  type PlaylistForTrack,
  type playlistUpdate,
} from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { notFound } from '#server/errors.ts'
import {
  assertCreditedUsersLocked,
  listCredits,
  saveCredits,
} from '#server/modules/credits/service.ts'
import { recordAction } from '#server/modules/moderation/audit/service.ts'
import { assertNotRemoved, getRemoval } from '#server/modules/moderation/removals/service.ts'
import { announce } from '#server/modules/notifications/service.ts'
import { publishTracksOf, rescheduleTracksOf } from '#server/modules/publishing/service.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { exposeObjects, rotateKeysOf } from '#server/modules/uploads/cleanup-service.ts'
import { claimImage, releaseObjects } from '#server/modules/uploads/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import { mapPage, type Page, type PageQuery, readPage } from '#server/shared/cursor.ts'
import { resolvePublishing } from '#server/shared/publishing.ts'
import { releaseDateColumns } from '#server/shared/release-date-repository.ts'
import { insertWithSlug } from '#server/shared/slug-repository.ts'
import { canEdit, canView } from '#server/shared/visibility.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import { findTotals, listEntries } from './entries/repository.ts'
import { placeTracks } from './entries/service.ts'
import { lockEditable } from './policy.ts'
import { presentPlaylist, presentPlaylistDetail, presentWholePlaylist } from './presenter.ts'
import { assertCanBeRelease, toReleaseConflict } from './release-rules.ts'
import { lockTracksOf } from './releases-repository.ts'
import {
  deletePlaylistRow,
  existsLocked,
  type Filter,
  findByIds,
  findPlaylistsWithTrack,
  findRow,
  insertPlaylist,
  isSaved,
  listRows,
  type PlaylistRow,
  updatePlaylistRow,
} from './repository.ts'

/** Undefined for missing and hidden playlists alike. */
export async function findPlaylist(
  db: Db,
  slugOrId: string,
  viewer: Viewer | undefined,
): Promise<Playlist | undefined> {
  const row = await findVisibleRow(db, slugOrId, viewer)
  return row && presentWholePlaylist(row)
}

/** The first tracks that everyone can play, in order. */
export async function listFirstTracks(db: Db, playlistId: string, limit: number): Promise<Track[]> {
  const entries = await listEntries(db, playlistId, undefined, { limit })
  return entries.map((entry) => presentTrack(entry, undefined))
}

/** With all of its tracks. */
export const getPlaylist = async (
  db: Db,
  slugOrId: string,
  viewer: ContentViewer | undefined,
): Promise<PlaylistDetail> =>
  (await getPlaylistPage(db, slugOrId, { limit: maxPlaylistTracks }, viewer)).items

/** With a page of its tracks. */
export async function getPlaylistPage(
  db: Db,
  slugOrId: string,
  query: PageQuery,
  viewer: ContentViewer | undefined,
): Promise<{ items: PlaylistDetail; next: string | undefined }> {
  const row = await findVisibleRow(db, slugOrId, viewer)
  if (!row) throw notFound('Playlist')
  const page = await readPage(
    'entries',
    query,
    (range) => listEntries(db, row.id, viewer, range),
    (entry) => [entry.position, entry.id],
  )
  const [removal, credits, totals, saved] = await Promise.all([
    getRemoval(db, { kind: 'playlist', id: row.id, privacy: row.privacy }),
    listCredits(db, { playlistId: row.id }, { isOwner: canEdit(row, viewer) }),
    findTotals(db, row.id, viewer, page.items[0]?.position),
    viewer?.id ? isSaved(db, { userId: viewer.id, playlistId: row.id }) : false,
  ])
  const parts = { entries: page.items, ...totals, isSaved: saved, removal, credits, viewer }
  return { items: presentPlaylistDetail(row, parts), next: page.next }
}

async function findVisibleRow(
  db: Db,
  slugOrId: string,
  viewer: ContentViewer | undefined,
): Promise<PlaylistRow | undefined> {
  const by = isUuid(slugOrId) ? { id: slugOrId } : { slug: slugOrId.normalize('NFC') }
  const row = await findRow(db, by, viewer)
  return row && canView(row, viewer) ? row : undefined
}

/** In the order of the ids, without playlists that are deleted or hidden from the viewer. */
export async function getPlaylistsByIds(
  db: Db,
  ids: string[],
  viewer: Viewer | undefined,
): Promise<Playlist[]> {
  const rows = await findByIds(db, ids, viewer)
  const byId = new Map(rows.filter((row) => canView(row, viewer)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(presentPlaylist)
}

type KindQuery = PageQuery & { releases?: boolean | undefined }
type ListQuery = KindQuery & { trackId?: string | undefined }

/** Newest first: the public ones, or all for the owner and the administrator. */
export async function listPlaylistsOfUser(
  db: Db,
  idOrUsername: string,
  { trackId, ...query }: ListQuery,
  viewer: Viewer | undefined,
): Promise<Page<PlaylistForTrack>> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  const publicOnly = !canEdit({ userId }, viewer)
  const page = await listNewest(db, { userId, publicOnly, ...query }, viewer)
  if (trackId === undefined) return page
  const ids = page.items.map(({ id }) => id)
  const having = await findPlaylistsWithTrack(db, ids, trackId, viewer)
  return { ...page, items: page.items.map((p) => ({ ...p, hasTrack: having.has(p.id) })) }
}

/** The public ones of all users, newest first. */
export const listPublicPlaylists = (
  db: Db,
  query: KindQuery & { minTracks?: number | undefined },
  viewer: Viewer | undefined,
) => listNewest(db, { publicOnly: true, ...query }, viewer)

/** The newest release date first: the public ones, or all for the owner and the administrator. */
export async function listReleasesOfUser(
  db: Db,
  idOrUsername: string,
  query: PageQuery,
  viewer: Viewer | undefined,
): Promise<Page<Playlist>> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  const publicOnly = !canEdit({ userId }, viewer)
  const filter = { userId, publicOnly, releases: true, byReleaseDate: true }
  return listNewest(db, { ...filter, ...query }, viewer)
}

async function listNewest(
  db: Db,
  { limit, cursor, ...filter }: PageQuery & Filter,
  viewer: Viewer | undefined,
): Promise<Page<Playlist>> {
  const { byReleaseDate } = filter
  const page = await readPage(
    byReleaseDate ? 'releases' : 'playlists',
    { limit, cursor },
    (range) => listRows(db, viewer, { ...filter, ...range }),
    (row) => [byReleaseDate ? releasedAt(row) : row.createdAt, row.id],
  )
  return mapPage(page, presentPlaylist)
}

const releasedAt = ({ releaseDate, createdAt }: PlaylistRow) =>
  releaseDate === null ? createdAt : new Date(firstDayOf(releaseDate))

export async function createPlaylist(
  db: Db,
  { publishAt, credits = [], key, trackIds = [], ...fields }: NewPlaylist,
  viewer: Viewer,
  /** What only an import chooses. Followers are not told of what comes with its date. */
  origin?: { id: string; createdAt: Date },
): Promise<Playlist> {
  const knownId = key && idOf(viewer.id, key)
  const publishing = resolvePublishing({ privacy: fields.privacy, publishAt })
  const id = await db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    if (knownId && (await existsLocked(tx, knownId))) {
      await placeTracks(tx, knownId, trackIds, viewer)
      return knownId
    }
    await assertCreditedUsersLocked(tx, credits)
    const date = releaseDateColumns(fields.releaseDate)
    const known = knownId ? { id: knownId } : origin
    const row = { ...fields, ...date, ...publishing, userId: viewer.id, ...known }
    const playlistId = await insertWithSlug(tx, 'playlist', row, insertPlaylist)
    await saveCredits(tx, { playlistId }, { credits, ownerId: viewer.id })
    await placeTracks(tx, playlistId, trackIds, viewer)
    await announce(tx, { releaseId: playlistId, at: origin?.createdAt })
    return playlistId
  })
  return requirePlaylist(db, id, viewer)
}

type NewPlaylist = z.output<typeof newPlaylist> & {
  /** By which a client repeats a request whose response was lost. */
  key?: string | undefined
  trackIds?: string[] | undefined
}

/** Of the user too, so that nobody takes the id of another's that was deleted. */
function idOf(userId: string, key: string): string {
  const hash = createHash('sha256').update(`${userId} ${key.toLowerCase()}`).digest('hex')
  // Version 8 of RFC 9562.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

export async function updatePlaylist(
  { db, store }: { db: Db; store: ObjectStore },
  id: string,
  { coverUrl, credits, ...fields }: z.output<typeof playlistUpdate>,
  viewer: Viewer,
): Promise<Playlist> {
  const { type } = fields
  const update = db.transaction(async (tx) => {
    if (credits) await assertCreditedUsersLocked(tx, credits)
    if ([type, fields.privacy, fields.publishAt].some((value) => value !== undefined))
      await lockTracksOf(tx, id)
    const current = await lockEditable(tx, id, viewer)
    if (credits) await saveCredits(tx, { playlistId: id }, { credits, ownerId: viewer.id })
    if (type !== undefined && isReleaseType(type) && !isReleaseType(current.type))
      await assertCanBeRelease(tx, current)
    const publishing = resolvePublishing(fields, current)
    const { privacy = current.privacy, publishAt = current.publishAt } = publishing
    if (privacy !== current.privacy || publishing.publishAt)
      await assertNotRemoved(tx, { kind: 'playlist', id })
    const date = releaseDateColumns(fields.releaseDate)
    const update = { ...fields, ...date, ...publishing, publishAt, coverPath: coverUrl }
    await updatePlaylistRow(tx, id, update)
    const isNew = current.privacy !== 'public' || !isReleaseType(current.type)
    if (isNew) await announce(tx, { releaseId: id })
    const isEarly = current.publishAt !== null && privacy === 'public'
    if (isEarly) await publishTracksOf(tx, id)
    else if (current.publishAt)
      await rescheduleTracksOf(tx, id, { from: current.publishAt, to: publishAt })
    if (coverUrl !== undefined && coverUrl !== current.coverPath) {
      if (coverUrl) await claimImage(tx, { userId: viewer.id, objectPath: coverUrl })
      await releaseObjects(tx, [current.coverPath])
    }
    const becomesPrivate = privacy === 'private' && current.privacy !== 'private'
    if (becomesPrivate) await exposeObjects(tx, id, [current.coverPath])
    return becomesPrivate
  })
  const isHidden = await update.catch(async (error: unknown) => {
    throw await toReleaseConflict(db, id, error)
  })
  if (isHidden) await rotateKeysOf({ db, store }, id)
  return requirePlaylist(db, id, viewer)
}

export async function deletePlaylist(db: Db, id: string, viewer: Viewer): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await deletePlaylistRow(tx, id, viewer)
    if (!deleted) throw notFound('Playlist')
    await releaseObjects(tx, [deleted.coverPath])
    if (deleted.userId !== viewer.id)
      await recordAction(tx, viewer, {
        action: 'playlist.delete',
        target: { kind: 'playlist', id, name: deleted.title },
      })
  })
}

async function requirePlaylist(db: Db, id: string, viewer: Viewer): Promise<Playlist> {
  const playlist = await findPlaylist(db, id, viewer)
  if (!playlist) throw notFound('Playlist')
  return playlist
}
