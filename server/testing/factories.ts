import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { ReportKind } from '#contract/report-reasons.ts'
import {
  comments,
  follows,
  likes,
  playlists,
  playlistTracks,
  reportDecisions,
  reportedItems,
  reports,
  reposts,
  shareLinks,
  shareNotes,
  tracks,
  trackVersions,
  uploads,
  users,
} from '#server/database/schema.ts'
import { type AudioFormat, audioContentTypes } from '#server/platform/media/audio-formats.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { hashToken, newLinkToken } from '#server/platform/secrets/secrets.ts'
import { audioPath, imageContentType, imagePath } from '#server/shared/object-keys.ts'

/**
 * Rows as the product itself would create them; a test sets the columns that it needs, the others are
 * generated.
 */

export type UserRow = typeof users.$inferSelect
export type TrackRow = typeof tracks.$inferSelect
export type PlaylistRow = typeof playlists.$inferSelect
export type UserOverrides = Partial<typeof users.$inferInsert>
export type TrackOverrides = Partial<typeof tracks.$inferInsert> & { userId: string }
export type PlaylistOverrides = Partial<typeof playlists.$inferInsert> & {
  userId: string
  trackIds?: readonly string[]
}
export type Like = { userId: string; trackId: string; createdAt?: Date }
export type Follow = { followerId: string; followingId: string; createdAt?: Date }

export async function makeUser(db: Db, overrides: UserOverrides = {}): Promise<UserRow> {
  return only(await makeUsers(db, [overrides]))
}

export async function makeUsers(db: Db, overrides: readonly UserOverrides[]): Promise<UserRow[]> {
  const rows = overrides.map((override) => {
    const id = override.id ?? randomUUID()
    return {
      id,
      username: `ines-${inDigits(id)}`,
      displayName: 'Ines Calder',
      issuer: 'https://id.example.org',
      subject: id,
      ...override,
    }
  })
  return inBatches(rows, (batch) => db.insert(users).values(batch).returning())
}

/** Names are searchable: random letters would sometimes match the search of another test. */
const inDigits = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`).toString()

type AudioOverrides = { format?: AudioFormat; size?: number; duration?: number }

/** An upload of the user that is registered and not yet used. */
export async function makeUpload(
  db: Db,
  userId: string,
  kind: 'audio' | 'image',
  { format = 'mp3', size = 1000, duration = 12 }: AudioOverrides = {},
): Promise<{ objectPath: string }> {
  const id = randomUUID()
  const objectPath = kind === 'audio' ? audioPath(id, format) : imagePath(id)
  await db.insert(uploads).values({
    id,
    userId,
    key: `uploads/${id}`,
    state: 'registered',
    kind,
    objectPath,
    contentType: kind === 'audio' ? audioContentTypes[format] : imageContentType,
    size,
    duration: kind === 'audio' ? duration : null,
    registeredAt: new Date(),
  })
  return { objectPath }
}

/** Former audio of a track. Its file is not in the store. */
export async function makeVersion(
  db: Db,
  { userId, trackId }: { userId: string; trackId: string },
): Promise<{ id: string; audioPath: string }> {
  const { objectPath } = await makeUpload(db, userId, 'audio')
  await db.update(uploads).set({ state: 'used' }).where(eq(uploads.objectPath, objectPath))
  const rows = await db
    .insert(trackVersions)
    .values({ userId, trackId, audioPath: objectPath })
    .returning()
  return only(rows)
}

export async function makeTrack(
  db: Db,
  userId: string,
  overrides: Omit<TrackOverrides, 'userId'> = {},
): Promise<TrackRow> {
  return only(await makeTracks(db, [{ ...overrides, userId }]))
}

export async function makeTracks(
  db: Db,
  overrides: readonly TrackOverrides[],
): Promise<TrackRow[]> {
  const rows = overrides.map((override) => {
    const id = override.id ?? randomUUID()
    return {
      id,
      title: 'Salt Marsh',
      slug: `salt-marsh-${id.slice(0, 8)}`,
      audioPath: `/objects/audio/${id}.mp3`,
      duration: 12,
      ...override,
    }
  })
  return inBatches(rows, (batch) => db.insert(tracks).values(batch).returning())
}

export async function makePlaylist(
  db: Db,
  userId: string,
  trackIds: readonly string[] = [],
  overrides: Omit<PlaylistOverrides, 'userId' | 'trackIds'> = {},
): Promise<PlaylistRow> {
  return only(await makePlaylists(db, [{ ...overrides, userId, trackIds }]))
}

export async function makePlaylists(
  db: Db,
  overrides: readonly PlaylistOverrides[],
): Promise<PlaylistRow[]> {
  const planned = overrides.map(({ trackIds = [], ...override }) => {
    const id = override.id ?? randomUUID()
    const made = { title: 'Slow Morning', slug: id.slice(0, 8), trackCount: trackIds.length }
    return { row: { ...made, ...override, id }, trackIds }
  })
  const made = await inBatches(
    planned.map(({ row }) => row),
    (batch) => db.insert(playlists).values(batch).returning(),
  )
  const entries = planned.flatMap(({ row, trackIds }) =>
    trackIds.map((trackId, position) => ({
      playlistId: row.id,
      ...(row.type && { playlistType: row.type }),
      trackId,
      position,
      ...(row.createdAt ? { addedAt: row.createdAt } : {}),
    })),
  )
  await inBatches(entries, (batch) => db.insert(playlistTracks).values(batch).returning())
  return made
}

type CommentOverrides = Partial<typeof comments.$inferInsert>

/** By a new user, unless it is given. Returns its id. */
export async function makeComment(db: Db, trackId: string, overrides: CommentOverrides = {}) {
  const userId = overrides.userId ?? (await makeUser(db)).id
  const comment = { trackId, content: 'What a bass line.', position: 4, ...overrides, userId }
  return only(await db.insert(comments).values(comment).returning()).id
}

type Reposted = { trackId: string } | { playlistId: string }

/** Returns its id. */
export async function makeRepost(db: Db, userId: string, item: Reposted, createdAt = new Date()) {
  const rows = await db
    .insert(reposts)
    .values({ userId, ...item, createdAt })
    .returning()
  return only(rows).id
}

type ReportOverrides = { isDismissed?: boolean } & (
  | { trackId: string }
  | { playlistId: string }
  | { userId: string }
  | { commentId: string }
  | { noteId: string }
)

/** A report by a user who no longer exists. Returns the id of its entry in the queue. */
export async function makeReport(
  db: Db,
  { isDismissed = false, ...target }: ReportOverrides,
): Promise<string> {
  const kind = (Object.keys(target)[0] as string).slice(0, -2) as ReportKind
  const item = { kind, ...target, isOpen: !isDismissed } as const
  const { id } = only(await db.insert(reportedItems).values(item).returning())
  await db.insert(reports).values({ itemId: id, reason: 'spam' })
  if (isDismissed) await db.insert(reportDecisions).values({ itemId: id, decision: 'dismiss' })
  return id
}

type ShareOverrides = {
  userId: string
  trackId: string
  playlistId?: string
  allowDownload?: boolean
}

/** A link to the playlist, or else to the track, and a note about the track. */
export async function makeShareLink(
  db: Db,
  { userId, trackId, playlistId, allowDownload }: ShareOverrides,
) {
  const token = newLinkToken()
  const item = playlistId ? { playlistId } : { trackId }
  const link = {
    userId,
    ...item,
    name: 'For the label',
    tokenHash: hashToken(token),
    allowDownload,
  }
  const { id } = only(await db.insert(shareLinks).values(link).returning())
  const note = { linkId: id, trackId, browser: 'x', name: 'Jo', position: 42 }
  const text = 'The snare is late.'
  const { id: noteId } = only(
    await db
      .insert(shareNotes)
      .values({ ...note, text })
      .returning(),
  )
  return { id, token, noteId }
}

export async function like(db: Db, userId: string, trackId: string): Promise<void> {
  await likeMany(db, [{ userId, trackId }])
}

/** The count of each track is updated; an existing like is ignored. */
export async function likeMany(db: Db, overrides: readonly Like[]): Promise<void> {
  await inBatches(overrides, (batch) =>
    db.insert(likes).values(batch).onConflictDoNothing().returning({ id: likes.id }),
  )
  const trackIds = [...new Set(overrides.map(({ trackId }) => trackId))]
  await inBatches(trackIds, (batch) =>
    db
      .update(tracks)
      .set({
        likeCount: sql`(select count(*) from ${likes} where ${likes.trackId} = ${tracks.id})::int`,
      })
      .where(inArray(tracks.id, batch))
      .returning({ id: tracks.id }),
  )
}

export async function follow(db: Db, followerId: string, followingId: string): Promise<void> {
  await followMany(db, [{ followerId, followingId }])
}

export async function followMany(db: Db, overrides: readonly Follow[]): Promise<void> {
  await inBatches(overrides, (batch) =>
    db.insert(follows).values(batch).onConflictDoNothing().returning({ id: follows.id }),
  )
}

/** A statement takes at most 65,535 parameters, and must not block others for long. */
const batchRows = 200

async function inBatches<Row, Made>(
  rows: readonly Row[],
  make: (batch: Row[]) => Promise<Made[]>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let start = 0; start < rows.length; start += batchRows)
    made.push(...(await make(rows.slice(start, start + batchRows))))
  return made
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('Nothing was made.')
  return row
}
