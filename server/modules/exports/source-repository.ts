import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import {
  blocks,
  comments,
  credits,
  follows,
  likes,
  listens,
  pins,
  playerStates,
  playlists,
  playlistTracks,
  reposts,
  savedPlaylists,
  shareLinks,
  shareNotes,
  tracks,
  trackVersions,
  uploads,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { releaseDate } from '#server/shared/release-date-repository.ts'
import { isActiveUser, visibleTo } from '#server/shared/visibility.ts'

const { releasePrecision: _precision, ...playlistColumns } = getTableColumns(playlists)

const {
  search: _search,
  issuer: _issuer,
  subject: _subject,
  suspendedAt: _suspendedAt,
  ...profileColumns
} = getTableColumns(users)

const versionColumns = {
  id: trackVersions.id,
  trackId: trackVersions.trackId,
  replacedAt: trackVersions.replacedAt,
  audioPath: trackVersions.audioPath,
  duration: trackVersions.duration,
  loudness: trackVersions.loudness,
}

/** Of audio, as it was uploaded. */
const uploadColumns = { fileName: uploads.fileName, uploadedAt: uploads.createdAt }

/** The rows that reference files. */
export async function findOwned(db: Db, userId: string) {
  const [profile] = await db.select(profileColumns).from(users).where(eq(users.id, userId))
  if (!profile) return undefined
  return {
    profile,
    tracks: await db
      .select({ ...getTableColumns(tracks), ...uploadColumns })
      .from(tracks)
      .leftJoin(uploads, eq(uploads.objectPath, tracks.audioPath))
      .where(eq(tracks.userId, userId))
      .orderBy(asc(tracks.createdAt)),
    versions: await db
      .select({ ...versionColumns, ...uploadColumns })
      .from(trackVersions)
      .leftJoin(uploads, eq(uploads.objectPath, trackVersions.audioPath))
      .where(eq(trackVersions.userId, userId))
      .orderBy(asc(trackVersions.replacedAt)),
    playlists: await db
      .select({ ...playlistColumns, releaseDate })
      .from(playlists)
      .where(eq(playlists.userId, userId))
      .orderBy(asc(playlists.createdAt)),
  }
}
export type Owned = NonNullable<Awaited<ReturnType<typeof findOwned>>>

export async function listSavedPlaylists(db: Db, userId: string) {
  return db
    .select({
      id: playlists.id,
      slug: playlists.slug,
      title: playlists.title,
      savedAt: savedPlaylists.savedAt,
    })
    .from(savedPlaylists)
    .innerJoin(playlists, eq(playlists.id, savedPlaylists.playlistId))
    .where(
      and(eq(savedPlaylists.userId, userId), visibleTo(playlists, { id: userId, isAdmin: false })),
    )
    .orderBy(desc(savedPlaylists.savedAt))
}

/** How a track appears in lists; only tracks that the user can see do. */
const trackLine = { id: tracks.id, slug: tracks.slug, title: tracks.title, artist: tracks.artist }
const visible = (userId: string) => visibleTo(tracks, { id: userId, isAdmin: false })

export async function listPlaylistTracks(db: Db, userId: string) {
  return db
    .select({
      playlistId: playlistTracks.playlistId,
      track: { ...trackLine, addedAt: playlistTracks.addedAt },
    })
    .from(playlistTracks)
    .innerJoin(playlists, eq(playlists.id, playlistTracks.playlistId))
    .innerJoin(tracks, eq(tracks.id, playlistTracks.trackId))
    .where(and(eq(playlists.userId, userId), visible(userId)))
    .orderBy(asc(playlistTracks.playlistId), asc(playlistTracks.position))
}

/** Of the user's own tracks and playlists. */
export async function listCredits(db: Db, userId: string) {
  return db
    .select({
      itemId: sql<string>`coalesce(${credits.trackId}, ${credits.playlistId})`,
      credit: { role: credits.role, name: credits.name, userId: credits.userId },
    })
    .from(credits)
    .leftJoin(tracks, eq(tracks.id, credits.trackId))
    .leftJoin(playlists, eq(playlists.id, credits.playlistId))
    .where(or(eq(tracks.userId, userId), eq(playlists.userId, userId)))
    .orderBy(asc(credits.position))
}

export async function listPins(db: Db, userId: string) {
  return db
    .select({ trackId: pins.trackId, playlistId: pins.playlistId })
    .from(pins)
    .where(eq(pins.userId, userId))
    .orderBy(asc(pins.position))
}

export async function listLikes(db: Db, userId: string) {
  return db
    .select({ ...trackLine, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .where(and(eq(likes.userId, userId), visible(userId)))
    .orderBy(desc(likes.createdAt))
}

/** What the user can see. */
export async function listReposts(db: Db, userId: string) {
  return db
    .select({
      id: sql<string>`coalesce(${tracks.id}, ${playlists.id})`,
      slug: sql<string>`coalesce(${tracks.slug}, ${playlists.slug})`,
      title: sql<string>`coalesce(${tracks.title}, ${playlists.title})`,
      repostedAt: reposts.createdAt,
    })
    .from(reposts)
    .leftJoin(tracks, and(eq(tracks.id, reposts.trackId), visible(userId)))
    .leftJoin(
      playlists,
      and(
        eq(playlists.id, reposts.playlistId),
        visibleTo(playlists, { id: userId, isAdmin: false }),
      ),
    )
    .where(and(eq(reposts.userId, userId), or(isNotNull(tracks.id), isNotNull(playlists.id))))
    .orderBy(desc(reposts.createdAt))
}

export async function listFollows(db: Db, userId: string) {
  return db
    .select({ id: users.id, username: users.username, followedAt: follows.createdAt })
    .from(follows)
    .innerJoin(users, eq(users.id, follows.followingId))
    .where(and(eq(follows.followerId, userId), isActiveUser))
    .orderBy(desc(follows.createdAt))
}

/** With the titles of tracks that the user can see. */
export async function listComments(db: Db, userId: string) {
  return db
    .select({
      id: comments.trackId,
      trackTitle: tracks.title,
      text: comments.content,
      position: comments.position,
      parentId: comments.parentId,
      commentedAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(tracks, eq(tracks.id, comments.trackId))
    .where(and(eq(comments.userId, userId), visible(userId)))
    .orderBy(desc(comments.createdAt))
}

export async function listBlocks(db: Db, userId: string) {
  return db
    .select({ id: users.id, username: users.username, blockedAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(eq(blocks.userId, userId))
    .orderBy(desc(blocks.createdAt))
}

export async function listShareLinks(db: Db, userId: string) {
  const { tokenHash, userId: _user, ...columns } = getTableColumns(shareLinks)
  return db
    .select(columns)
    .from(shareLinks)
    .where(eq(shareLinks.userId, userId))
    .orderBy(asc(shareLinks.createdAt))
}

/** Without the browsers that they are from. */
export async function listShareNotes(db: Db, userId: string) {
  const { browser, removedAt, ...columns } = getTableColumns(shareNotes)
  return db
    .select(columns)
    .from(shareNotes)
    .innerJoin(shareLinks, eq(shareLinks.id, shareNotes.linkId))
    .where(and(eq(shareLinks.userId, userId), isNull(removedAt)))
    .orderBy(asc(shareNotes.createdAt))
}

/** The saved queue as ids, and positions. */
export async function findPlayerState(db: Db, userId: string) {
  const rows = await db
    .select({ state: playerStates.state, updatedAt: playerStates.updatedAt })
    .from(playerStates)
    .where(eq(playerStates.userId, userId))
  return rows[0] ?? null
}

export async function listHistory(db: Db, userId: string) {
  return db
    .select({ ...trackLine, heardAt: listens.listenedAt })
    .from(listens)
    .innerJoin(tracks, eq(tracks.id, listens.trackId))
    .where(and(eq(listens.userId, userId), visible(userId)))
    .orderBy(desc(listens.listenedAt))
}
