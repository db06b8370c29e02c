import { badRequest, conflict, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import type { Viewer } from '#server/viewer.ts'
import { lockEditable } from '../policy.ts'
import { appendError, assertTrackFits, findConflict, isFitting } from '../release-rules.ts'
import { computeMoves } from './compute-moves.ts'
import {
  appendEntries,
  appendEntry,
  deleteEntries,
  deleteEntriesOfTracks,
  findTotals,
  findUpdatedAt,
  listPositions,
  lockAndReindex,
  lockPlaylistsContaining,
  lockTracksForKeyShare,
  reindexPositions,
  setPositions,
} from './repository.ts'

export async function addTrack(db: Db, playlistId: string, trackId: string, viewer: Viewer) {
  return db.transaction(async (transaction) => {
    const [track] = await lockTracksForKeyShare(transaction, [trackId], viewer)
    if (!track) throw notFound('Track')
    const playlist = await lockEditable(transaction, playlistId, viewer)
    assertTrackFits(playlist, { isOwn: track.userId === viewer.id })
    const entry = await appendEntry(transaction, {
      playlistId,
      playlistType: playlist.type,
      trackId,
      position: playlist.trackCount,
    })
    if (!entry) throw await appendError(transaction, playlist, trackId)
    return {
      id: entry.id,
      playlistId,
      trackId,
      position: (await findTotals(transaction, playlistId, viewer)).totals.trackCount - 1,
      addedAt: entry.addedAt.toISOString(),
    }
  })
}

/** Those that the viewer can see, in order. Check before whether they may see the playlist. */
export const listTrackIds = async (db: Db, playlistId: string, viewer: Viewer): Promise<string[]> =>
  (await listPositions(db, playlistId, viewer)).map(({ trackId }) => trackId)

type Edit = { remove?: string[]; add?: string[] }

/**
 * Several tracks in one transaction, for apps that send them in one request. What is in the playlist already, or not in
 * it, is left as it is, and so is what does not fit.
 */
export async function editTracks(
  db: Db,
  playlistId: string,
  { remove = [], add = [] }: Edit,
  viewer: Viewer,
): Promise<void> {
  const trackIds = [...new Set(add)]
  await db.transaction(async (transaction) => {
    const isOwn = await lockTracks(transaction, trackIds, viewer)
    const playlist = await lockEditable(transaction, playlistId, viewer)
    if (remove.length > 0) await deleteEntries(transaction, playlistId, remove)
    const known = await listAllTrackIds(transaction, playlistId)
    const fitting = trackIds
      .filter((id) => !known.has(id))
      .filter((id, index) =>
        isFitting({ ...playlist, trackCount: known.size + index }, { isOwn: isOwn(id) }),
      )
    await appendEntries(transaction, playlist, fitting)
  })
}

/**
 * Puts tracks first, in this order: those that the playlist has move to their place, the others are added. For the
 * transaction that creates it, which ends if one does not fit.
 */
export async function placeTracks(
  tx: Db,
  playlistId: string,
  trackIds: string[],
  viewer: Viewer,
): Promise<void> {
  if (trackIds.length === 0) return
  const isOwn = await lockTracks(tx, trackIds, viewer)
  const playlist = await lockEditable(tx, playlistId, viewer)
  const present = await listAllTrackIds(tx, playlistId)
  const added = trackIds.filter((id) => !present.has(id))
  for (const [index, id] of added.entries())
    assertTrackFits({ ...playlist, trackCount: present.size + index }, { isOwn: isOwn(id) })
  await appendEntries(tx, playlist, added)
  const order = [...new Set([...trackIds, ...present])]
  const moves = computeMoves(order, await listPositions(tx, playlistId, seesAll))
  // One was not appended.
  if (!moves) throw (await findConflict(tx, playlistId, added)) ?? conflict(changedMeanwhile)
  if (moves.length > 0) await setPositions(tx, playlistId, moves)
}

/** Until the transaction ends they exist. Returns which of them are the viewer's own. */
async function lockTracks(tx: Db, trackIds: string[], viewer: Viewer) {
  const tracks = await lockTracksForKeyShare(tx, trackIds, viewer)
  if (tracks.length < trackIds.length) throw notFound('Track')
  const own = new Set(tracks.filter(({ userId }) => userId === viewer.id).map(({ id }) => id))
  return (id: string) => own.has(id)
}

/** Also tracks that the owner cannot see any more. */
const seesAll: Viewer = { id: '', isAdmin: true }
const listAllTrackIds = async (db: Db, playlistId: string) =>
  new Set((await listPositions(db, playlistId, seesAll)).map(({ trackId }) => trackId))

export async function removeTrack(db: Db, playlistId: string, trackId: string, viewer: Viewer) {
  await db.transaction(async (transaction) => {
    await lockEditable(transaction, playlistId, viewer)
    if (!(await deleteEntries(transaction, playlistId, [trackId]))) throw notFound('Track')
  })
}

type NewOrder = {
  trackIds: string[]
  /** The `updatedAt` of the playlist that the new order is based on. */
  updatedAt?: string | undefined
}

/** Without `updatedAt`, the new order is based on the version at the time of the request. */
export async function resolveOrderVersion(
  db: Db,
  playlistId: string,
  { trackIds, updatedAt }: NewOrder,
) {
  const basedOn = updatedAt ? new Date(updatedAt) : await findUpdatedAt(db, playlistId)
  return { trackIds, basedOn }
}

/**
 * Last write wins among orders of the same tracks. An order of other tracks is a conflict if the
 * playlist has changed since that version, and a bad request otherwise.
 */
export async function reorder(
  db: Db,
  playlistId: string,
  { trackIds, basedOn }: Awaited<ReturnType<typeof resolveOrderVersion>>,
  viewer: Viewer,
) {
  if (new Set(trackIds).size < trackIds.length) throw badRequest(notEveryOnce)
  await db.transaction(async (transaction) => {
    const { updatedAt } = await lockEditable(transaction, playlistId, viewer)
    const moves = computeMoves(trackIds, await listPositions(transaction, playlistId, viewer))
    if (!moves)
      throw basedOn?.getTime() === updatedAt.getTime()
        ? badRequest(notEveryOnce)
        : conflict(changedMeanwhile)
    if (moves.length > 0) await setPositions(transaction, playlistId, moves)
  })
  return { trackIds }
}

const notEveryOnce = 'The new order must name every track of the playlist once'
const changedMeanwhile = 'The playlist has changed. Please reload the page and try again.'

/** Keep each statement well below the statement timeout. */
const tracksPerStatement = 500
const playlistsPerStatement = 20

/**
 * Removes tracks from every playlist, and reindexes those. For the transaction that deletes the
 * tracks, after it has locked their rows so that they cannot be added concurrently.
 */
export async function removeTracks(db: Db, trackIds: string[]): Promise<void> {
  const playlistIds = await lockPlaylistsContaining(db, trackIds)
  for (let from = 0; from < trackIds.length; from += tracksPerStatement)
    await deleteEntriesOfTracks(db, trackIds.slice(from, from + tracksPerStatement))
  for (let from = 0; from < playlistIds.length; from += playlistsPerStatement)
    await reindexPositions(db, playlistIds.slice(from, from + playlistsPerStatement))
}

/** Renumbers the entries of one playlist from 0, and counts them. */
export const reindexPlaylist = (db: Db, id: string): Promise<void> => lockAndReindex(db, id)
