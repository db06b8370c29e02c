import type * as schema from '#server/database/schema.ts'
import { notificationsForExport } from '#server/modules/notifications/settings-service.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import {
  findAccount,
  findInvites,
  findLibrarySettings,
  findScrobbling,
  findStatistics,
  listApps,
  listCreditsByOthers,
  listPasskeys,
  listRemovals,
  listReports,
  listSessions,
  listUploads,
} from './account-repository.ts'
import {
  type FileName,
  presentPin,
  presentPlaylists,
  presentProfile,
  presentShareLinks,
  presentTracks,
} from './presenter.ts'
import {
  findPlayerState,
  listBlocks,
  listComments,
  listCredits,
  listFollows,
  listHistory,
  listLikes,
  listPins,
  listPlaylistTracks,
  listReposts,
  listSavedPlaylists,
  listShareLinks,
  listShareNotes,
  type Owned,
} from './source-repository.ts'

type Source = { db: Db; userId: string; owned: Owned; nameOf: FileName }

type ArchivePart = {
  /** Whose rows it contains, without secrets and what can be derived. */
  tables: readonly (keyof typeof schema)[]
  read(source: Source): Promise<unknown>
  /** Why an import leaves it out. */
  notImported?: string
}

/** A part that needs only the user. */
const of = (read: (db: Db, userId: string) => Promise<unknown>) => ({
  read: ({ db, userId }: Source) => read(db, userId),
})

/** The JSON files of an archive. */
export const archiveParts: Record<string, ArchivePart> = {
  'profile.json': {
    tables: ['users'],
    read: async ({ owned, nameOf }) => presentProfile(owned.profile, nameOf),
  },
  'tracks.json': {
    tables: ['tracks', 'trackVersions', 'credits'],
    read: async ({ db, userId, owned, nameOf }) =>
      presentTracks(owned, await listCredits(db, userId), nameOf),
  },
  'playlists.json': {
    tables: ['playlists', 'playlistTracks', 'credits'],
    read: async ({ db, userId, owned, nameOf }) =>
      presentPlaylists(
        owned,
        { credits: await listCredits(db, userId), entries: await listPlaylistTracks(db, userId) },
        nameOf,
      ),
  },
  'pins.json': {
    tables: ['pins'],
    read: async ({ db, userId }) => (await listPins(db, userId)).map(presentPin),
  },
  'saved-playlists.json': { tables: ['savedPlaylists'], ...of(listSavedPlaylists) },
  'likes.json': { tables: ['likes'], ...of(listLikes) },
  'reposts.json': { tables: ['reposts'], ...of(listReposts) },
  'follows.json': { tables: ['follows'], ...of(listFollows) },
  'blocks.json': { tables: ['blocks'], ...of(listBlocks) },
  'comments.json': { tables: ['comments'], ...of(listComments) },
  'history.json': { tables: ['listens'], ...of(listHistory) },
  'settings.json': { tables: ['librarySettings'], ...of(findLibrarySettings) },
  'notifications.json': {
    tables: ['notifications', 'announcements', 'notificationSettings'],
    ...of(notificationsForExport),
  },
  'player.json': {
    tables: ['playerStates'],
    ...of(findPlayerState),
    notImported: 'The queue and the positions in tracks start anew.',
  },
  'share-links.json': {
    tables: ['shareLinks', 'shareNotes'],
    read: async ({ db, userId }) =>
      presentShareLinks(await listShareLinks(db, userId), await listShareNotes(db, userId)),
    notImported: 'No site stores the private links themselves: create new ones.',
  },
  'scrobbling.json': {
    tables: ['scrobblingAccounts', 'scrobbles'],
    ...of(findScrobbling),
    notImported: 'An archive has no tokens of other services: connect them again.',
  },
  'account.json': {
    tables: ['accounts'],
    ...of(findAccount),
    notImported: 'The account here has an address and a password of its own.',
  },
  'passkeys.json': {
    tables: ['passkeys'],
    ...of(listPasskeys),
    notImported: 'Passkeys are for one site: add new ones.',
  },
  'sessions.json': {
    tables: ['sessions', 'pushSubscriptions'],
    ...of(listSessions),
    notImported: 'Sign in here on each device.',
  },
  'apps.json': {
    tables: ['appCredentials'],
    ...of(listApps),
    notImported: 'An archive has no secrets: create new app passwords and tokens.',
  },
  'statistics.json': {
    tables: ['trackDailyStats', 'playlistDailyStats', 'trackReferrers', 'trackRetention'],
    ...of(findStatistics),
    notImported: 'What was counted elsewhere cannot be verified here.',
  },
  'credits.json': {
    tables: ['credits'],
    ...of(listCreditsByOthers),
    notImported: 'Others give credits, on their tracks.',
  },
  'reports.json': {
    tables: ['reports', 'reportedItems'],
    ...of(listReports),
    notImported: 'Reports are for the moderators of the other site.',
  },
  'removals.json': {
    tables: ['removals'],
    ...of(listRemovals),
    notImported: 'Decisions of moderators hold on their site.',
  },
  'invites.json': {
    tables: ['invites', 'inviteUses'],
    ...of(findInvites),
    notImported: 'Invites are for the other site.',
  },
  'uploads.json': {
    tables: ['uploads'],
    ...of(listUploads),
    notImported: 'Files that nothing used are not in the archive.',
  },
}
