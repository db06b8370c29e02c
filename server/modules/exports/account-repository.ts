import { and, asc, desc, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import {
  accounts,
  appCredentials,
  credits,
  invites,
  inviteUses,
  librarySettings,
  passkeys,
  playlistDailyStats,
  playlists,
  pushSubscriptions,
  removals,
  reportedItems,
  reports,
  scrobbles,
  scrobblingAccounts,
  sessions,
  trackDailyStats,
  trackReferrers,
  trackRetention,
  tracks,
  uploads,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { visibleTo } from '#server/shared/visibility.ts'

/** What an archive says about the account of a user. Nothing here selects a secret, or the hash of one. */

const isOwnAccount = (userId: string) =>
  and(eq(users.id, userId), eq(users.subject, sql`${accounts.id}::text`))

/** Null with an external identity provider, which has it. */
export async function findAccount(db: Db, userId: string) {
  const { email, emailVerified, pendingEmail, displayName, createdAt } = accounts
  const rows = await db
    .select({ email, emailVerified, pendingEmail, displayName, createdAt })
    .from(accounts)
    .innerJoin(users, isOwnAccount(userId))
  return rows[0] ?? null
}

export async function listPasskeys(db: Db, userId: string) {
  const { name, createdAt, lastUsedAt } = passkeys
  return db
    .select({ name, createdAt, lastUsedAt })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .innerJoin(users, isOwnAccount(userId))
    .orderBy(asc(passkeys.createdAt))
}

export async function listSessions(db: Db, userId: string) {
  return db
    .select({
      userAgent: sql<string | null>`${sessions.sess} ->> 'userAgent'`,
      startedAt: sql<string>`${sessions.sess} ->> 'startedAt'`,
      lastUsedAt: sessions.usedAt,
      expiresAt: sessions.expire,
      showsNotificationsSince: pushSubscriptions.createdAt,
    })
    .from(sessions)
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.sid, sessions.sid))
    .where(and(eq(sql`${sessions.sess} ->> 'userId'`, userId), gt(sessions.expire, sql`now()`)))
    .orderBy(desc(sessions.usedAt))
}

/** App passwords and API tokens. */
export async function listApps(db: Db, userId: string) {
  const { kind, name, scopes, createdAt, lastUsedAt, lastUsedBy } = appCredentials
  return db
    .select({ kind, name, scopes, createdAt, lastUsedAt, lastUsedBy })
    .from(appCredentials)
    .where(eq(appCredentials.userId, userId))
    .orderBy(asc(appCredentials.createdAt))
}

export async function findLibrarySettings(db: Db, userId: string) {
  const { historyEnabled, historySince, followingSeenAt } = librarySettings
  const rows = await db
    .select({ historyEnabled, historySince, followingSeenAt })
    .from(librarySettings)
    .where(eq(librarySettings.userId, userId))
  return rows[0] ?? null
}

/** Services, with the listens that wait to be sent there. */
export async function findScrobbling(db: Db, userId: string) {
  const { service, url, username, createdAt } = scrobblingAccounts
  return {
    services: await db
      .select({ service, url, username, createdAt })
      .from(scrobblingAccounts)
      .where(eq(scrobblingAccounts.userId, userId)),
    waiting: await db
      .select({
        service: scrobbles.service,
        trackId: scrobbles.trackId,
        listenedAt: scrobbles.listenedAt,
      })
      .from(scrobbles)
      .where(eq(scrobbles.userId, userId))
      .orderBy(asc(scrobbles.listenedAt)),
  }
}

/** What the user has reported. */
export async function listReports(db: Db, userId: string) {
  const { kind, trackId, playlistId, userId: aboutId, commentId, noteId } = reportedItems
  const { reason, text, createdAt } = reports
  return db
    .select({
      kind,
      id: sql<string>`coalesce(${trackId}, ${playlistId}, ${aboutId}, ${commentId}, ${noteId})`,
      ...{ reason, text, createdAt },
    })
    .from(reports)
    .innerJoin(reportedItems, eq(reportedItems.id, reports.itemId))
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.createdAt))
}

/** What moderators removed of the user's, with the reason that they see. */
export async function listRemovals(db: Db, userId: string) {
  const { trackId, playlistId, reason, createdAt } = removals
  return db
    .select({ trackId, playlistId, reason, createdAt })
    .from(removals)
    .leftJoin(tracks, eq(tracks.id, trackId))
    .leftJoin(playlists, eq(playlists.id, playlistId))
    .where(and(or(eq(tracks.userId, userId), eq(playlists.userId, userId)), isNotNull(reason)))
    .orderBy(asc(createdAt))
}

/** Those that the user created, and the use of the one with which the account was created. */
export async function findInvites(db: Db, userId: string) {
  const { note, maxUses, uses, expiresAt, revokedAt, createdAt } = invites
  return {
    created: await db
      .select({ note, maxUses, uses, expiresAt, revokedAt, createdAt })
      .from(invites)
      .where(eq(invites.createdBy, userId))
      .orderBy(asc(createdAt)),
    used: await db
      .select({ usedAt: inviteUses.usedAt })
      .from(inviteUses)
      .innerJoin(
        users,
        and(
          eq(users.id, userId),
          eq(users.issuer, inviteUses.issuer),
          eq(users.subject, inviteUses.subject),
        ),
      ),
  }
}

/** Where others name the user. */
export async function listCreditsByOthers(db: Db, userId: string) {
  const { trackId, playlistId, role, name, status, createdAt } = credits
  const viewer = { id: userId, isAdmin: false }
  return db
    .select({ trackId, playlistId, role, name, status, createdAt })
    .from(credits)
    .leftJoin(tracks, eq(tracks.id, trackId))
    .leftJoin(playlists, eq(playlists.id, playlistId))
    .where(
      and(
        eq(credits.userId, userId),
        or(
          and(ne(tracks.userId, userId), visibleTo(tracks, viewer)),
          and(ne(playlists.userId, userId), visibleTo(playlists, viewer)),
        ),
      ),
    )
    .orderBy(asc(createdAt))
}

/** Every file that was sent and is stored, also those that nothing uses yet. */
export async function listUploads(db: Db, userId: string) {
  const { kind, state, fileName, contentType, size, createdAt } = uploads
  return db
    .select({ kind, state, fileName, contentType, size, createdAt })
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(asc(createdAt))
}

/** Numbers about the user's tracks and releases, and nothing about those who listened. */
export async function findStatistics(db: Db, userId: string) {
  const ofTracks = eq(tracks.userId, userId)
  const { sitePlays, embedPlays, feedPlays, sharePlays, appPlays, downloads } = trackDailyStats
  return {
    days: await db
      .select({
        trackId: trackDailyStats.trackId,
        day: trackDailyStats.day,
        ...{ sitePlays, embedPlays, feedPlays, sharePlays, appPlays, downloads },
      })
      .from(trackDailyStats)
      .innerJoin(tracks, and(eq(tracks.id, trackDailyStats.trackId), ofTracks))
      .orderBy(asc(trackDailyStats.day)),
    releaseDownloads: await db
      .select({
        playlistId: playlistDailyStats.playlistId,
        day: playlistDailyStats.day,
        downloads: playlistDailyStats.downloads,
      })
      .from(playlistDailyStats)
      .innerJoin(playlists, eq(playlists.id, playlistDailyStats.playlistId))
      .where(eq(playlists.userId, userId))
      .orderBy(asc(playlistDailyStats.day)),
    referrers: await db
      .select({
        trackId: trackReferrers.trackId,
        month: trackReferrers.month,
        host: trackReferrers.host,
        plays: trackReferrers.plays,
      })
      .from(trackReferrers)
      .innerJoin(tracks, and(eq(tracks.id, trackReferrers.trackId), ofTracks))
      .orderBy(asc(trackReferrers.month)),
    retention: await db
      .select({
        trackId: trackRetention.trackId,
        month: trackRetention.month,
        listens: trackRetention.listens,
      })
      .from(trackRetention)
      .innerJoin(tracks, and(eq(tracks.id, trackRetention.trackId), ofTracks))
      .orderBy(asc(trackRetention.month)),
  }
}
