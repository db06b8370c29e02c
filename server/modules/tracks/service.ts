import type { z } from 'zod'
import type { newTrack, Track, TrackDetail, trackUpdate } from '#contract/tracks.ts'
import { badRequest, notFound } from '#server/errors.ts'
import {
  assertCreditedUsersLocked,
  listCredits,
  saveCredits,
} from '#server/modules/credits/service.ts'
import { changedFields, recordAction } from '#server/modules/moderation/audit/service.ts'
import { assertNotRemoved, getRemoval } from '#server/modules/moderation/removals/service.ts'
import { announce } from '#server/modules/notifications/service.ts'
import { queueAnalysis } from '#server/modules/processing/service.ts'
import { exposeObjects, rotateKeysOf } from '#server/modules/uploads/cleanup-service.ts'
import { claimAudio, claimImage, releaseObjects } from '#server/modules/uploads/service.ts'
import { assertUserExistsLocked } from '#server/modules/users/policy.ts'
import { getUser } from '#server/modules/users/service.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { isUuid } from '#server/platform/postgres/uuid.ts'
import {
  mapPage,
  type Page,
  type PageQuery,
  readPage,
  type Sort,
  valueOfRow,
} from '#server/shared/cursor.ts'
import { seesCounts } from '#server/shared/hidden-counts.ts'
import { resolvePublishing } from '#server/shared/publishing.ts'
import { insertWithSlug } from '#server/shared/slug-repository.ts'
import { canEdit } from '#server/shared/visibility.ts'
import type { ContentViewer, Viewer } from '#server/viewer.ts'
import { accessError } from './policy.ts'
import { presentTrack, presentTrackDetail } from './presenter.ts'
import {
  findTrackRow,
  insertTrack,
  isReleaseCover,
  type ListedRow,
  listPublicByIds,
  listRows,
  listVisibleByIds,
  lockEditable,
  type TrackUpdate,
  updateTrackRow,
} from './repository.ts'

/** Undefined for missing and hidden tracks alike. */
export async function findTrack(
  db: Db,
  slugOrId: string,
  viewer: ContentViewer | undefined,
): Promise<TrackDetail | undefined> {
  const by = isUuid(slugOrId) ? { id: slugOrId } : { slug: slugOrId.normalize('NFC') }
  const row = await findTrackRow(db, by, viewer)
  if (!row) return undefined
  const { privacy, id } = row.track
  const [removal, credits] = await Promise.all([
    getRemoval(db, { kind: 'track', id, privacy }),
    listCredits(db, { trackId: id }, { isOwner: canEdit(row.track, viewer) }),
  ])
  return presentTrackDetail(row, { removal, credits }, viewer)
}

export async function getTrack(db: Db, slugOrId: string, viewer: ContentViewer | undefined) {
  const track = await findTrack(db, slugOrId, viewer)
  if (!track) throw notFound('Track')
  return track
}

/** The public ones among these ids, in the order of the ids. */
export async function getTracksByIds(
  db: Db,
  ids: string[],
  viewer: Viewer | undefined,
): Promise<Track[]> {
  if (ids.length === 0) return []
  const rows = await listPublicByIds(db, ids, viewer)
  const byId = new Map(rows.map((row) => [row.track.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentTrack(row, viewer))
}

/** Those that the viewer may see, as with their links, in the order of the ids. */
export async function getVisibleTracksByIds(
  db: Db,
  ids: string[],
  viewer: Viewer,
): Promise<Track[]> {
  const rows = ids.length > 0 ? await listVisibleByIds(db, ids, viewer) : []
  const byId = new Map(rows.map((row) => [row.track.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => presentTrack(row, viewer))
}

export type TrackQuery = PageQuery & {
  sort: Sort
  genre?: string | undefined
  userId?: string | undefined
  show?: Track['privacy'] | 'scheduled' | 'removed' | undefined
  q?: string | null | undefined
  publicOnly?: boolean
}

/**
 * Public tracks; the administrator lists all tracks, users all of their own. With `publicOnly` the list is the same for
 * every caller.
 */
export async function listTracks(
  db: Db,
  { limit, cursor, publicOnly = false, ...filter }: TrackQuery,
  viewer: Viewer | undefined,
): Promise<Page<Track>> {
  const { userId, sort } = filter
  const listsAll = userId === undefined ? viewer?.isAdmin : canEdit({ userId }, viewer)
  const page = await readPage(
    sort,
    { limit, cursor },
    (range) => listRows(db, viewer, { ...filter, publicOnly: publicOnly || !listsAll, ...range }),
    (row) => positionOf(row, sort, viewer),
  )
  return mapPage(page, (row) => presentTrack(row, viewer))
}

export async function listTracksOfUser(
  db: Db,
  idOrUsername: string,
  query: Pick<TrackQuery, 'limit' | 'cursor' | 'sort'>,
  viewer: Viewer | undefined,
): Promise<Page<Track>> {
  const { id: userId } = await getUser(db, idOrUsername, viewer)
  return listTracks(db, { ...query, userId }, viewer)
}

/** A cursor does not reveal a hidden count. */
function positionOf(
  { track, flushedPlays }: ListedRow,
  sort: Sort,
  viewer: Viewer | undefined,
): [Date | number, string] {
  const value = {
    recent: track.createdAt,
    updated: track.updatedAt,
    plays: flushedPlays,
    likes: track.likeCount,
    popular: flushedPlays + track.likeCount,
  }
  const position = value[sort]
  const isHidden = typeof position === 'number' && !seesCounts(track, viewer)
  return [isHidden ? valueOfRow : position, track.id]
}

/** What only an import chooses. Followers are not told of what comes with its date. */
type Origin = { id: string; createdAt: Date; commentsClosed: boolean }

/** Creates a track from a registered upload. The audio file then belongs to this track alone. */
export async function createTrack(
  db: Db,
  { audioUrl, artworkUrl, publishAt, credits = [], ...fields }: z.output<typeof newTrack>,
  viewer: Viewer,
  origin?: Origin,
): Promise<TrackDetail> {
  return db.transaction(async (tx) => {
    await assertUserExistsLocked(tx, viewer.id)
    await assertCreditedUsersLocked(tx, credits)
    const audio = await claimAudio(tx, { userId: viewer.id, objectPath: audioUrl })
    if (artworkUrl) await claimImage(tx, { userId: viewer.id, objectPath: artworkUrl })
    const row = {
      ...fields,
      ...resolvePublishing({ privacy: fields.privacy, publishAt }),
      userId: viewer.id,
      audioPath: audioUrl,
      artworkPath: artworkUrl ?? null,
      duration: audio.duration,
      audioBytes: audio.size,
      ...origin,
    }
    const id = await insertWithSlug(tx, 'track', row, insertTrack)
    await saveCredits(tx, { trackId: id }, { credits, ownerId: viewer.id })
    await announce(tx, { trackIds: [id], at: origin?.createdAt })
    await queueAnalysis(tx, id)
    return getTrack(tx, id, viewer)
  })
}

type LockedTrack = NonNullable<Awaited<ReturnType<typeof lockEditable>>>
type TrackInput = Partial<z.output<typeof trackUpdate>>

/** Updates the fields that are present. The slug never changes, so that links stay valid. */
export async function updateTrack(
  { db, store }: { db: Db; store: ObjectStore },
  id: string,
  { id: idInBody, credits, ...input }: TrackInput,
  viewer: Viewer,
): Promise<TrackDetail> {
  if (idInBody !== undefined && idInBody !== id)
    throw badRequest('The id in the body is not the id in the URL')
  const isHidden = await db.transaction(async (tx) => {
    if (credits) await assertCreditedUsersLocked(tx, credits)
    const current = await lockEditable(tx, id, viewer)
    if (!current) throw (await accessError(tx, id, viewer)) ?? notFound('Track')
    if (credits) await saveCredits(tx, { trackId: id }, { credits, ownerId: current.userId })
    const update = await toRowUpdate(tx, input, current, viewer)
    if ((update.privacy ?? current.privacy) !== current.privacy || update.publishAt)
      await assertNotRemoved(tx, { kind: 'track', id })
    const isUpdated = Object.keys(update).length > 0 || credits !== undefined
    if (isUpdated) await updateTrackRow(tx, id, update)
    const becomesPublic = update.privacy === 'public' && current.privacy !== 'public'
    if (becomesPublic) await announce(tx, { trackIds: [id] })
    if (isUpdated && current.userId !== viewer.id)
      await recordAction(tx, viewer, {
        action: 'track.update',
        target: { kind: 'track', id },
        detail:
          changedFields({ ...current, artworkUrl: current.artworkPath }, { ...input, credits }) ||
          null,
      })
    const becomesPrivate = update.privacy === 'private' && current.privacy !== 'private'
    if (becomesPrivate) await exposeObjects(tx, id, filesOf(current))
    return becomesPrivate
  })
  if (isHidden) await rotateKeysOf({ db, store }, id)
  return getTrack(db, id, viewer)
}

const filesOf = ({ audioPath, opusPath, aacPath, artworkPath }: LockedTrack) => [
  audioPath,
  opusPath,
  aacPath,
  artworkPath,
]

/**
 * Claims the new image and releases the old one. The caller may send the current one again, also if it is the cover of
 * the release.
 */
async function toRowUpdate(
  tx: Db,
  { artworkUrl, privacy, publishAt, ...input }: Omit<TrackInput, 'id' | 'credits'>,
  current: LockedTrack,
  viewer: Viewer,
): Promise<TrackUpdate> {
  const update: TrackUpdate = {
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    ...resolvePublishing({ privacy, publishAt }, current),
  }
  if (artworkUrl === undefined || artworkUrl === current.artworkPath) return update
  if (artworkUrl !== null && (await isReleaseCover(tx, current.id, artworkUrl))) return update
  if (artworkUrl !== null) await claimImage(tx, { userId: viewer.id, objectPath: artworkUrl })
  await releaseObjects(tx, [current.artworkPath])
  return { ...update, artworkPath: artworkUrl }
}
