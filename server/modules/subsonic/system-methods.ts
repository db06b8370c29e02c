import { musicFolders } from './folders.ts'
import { assertOwnUsername, type Methods, reads } from './method.ts'
import { errorCodes, type Payload, SubsonicError } from './protocol.ts'

const extensions = [
  'formPost',
  'apiKeyAuthentication',
  'indexBasedQueue',
  'topSongsByArtistId',
  'playbackReport',
].map((name) => ({ name, versions: [1] }))

/** Needs no credentials. */
export const extensionsPayload: Payload = { openSubsonicExtensions: extensions }

/** What this site does not have: apps expect an empty list, not an error. */
const emptyLists: Record<string, Payload> = {
  getBookmarks: { bookmarks: { bookmark: [] } },
  getInternetRadioStations: { internetRadioStations: { internetRadioStation: [] } },
  getPodcasts: { podcasts: { channel: [] } },
  getNewestPodcasts: { newestPodcasts: { episode: [] } },
  getShares: { shares: { share: [] } },
  getNowPlaying: { nowPlaying: { entry: [] } },
  getScanStatus: { scanStatus: { scanning: false, count: 0 } },
  getVideos: { videos: { video: [] } },
  getLyrics: { lyrics: { value: '' } },
  getLyricsBySongId: { lyricsList: { structuredLyrics: [] } },
}

const notOffered = async () => {
  throw new SubsonicError(errorCodes.forbidden, 'This needs the web site.')
}

export const systemMethods: Methods = reads({
  ping: async () => ({}),
  getLicense: async () => ({ license: { valid: true } }),
  tokenInfo: async ({ user }) => ({ tokenInfo: { username: user.username } }),
  getMusicFolders: async () => ({ musicFolders: { musicFolder: musicFolders } }),
  async getUser(call) {
    assertOwnUsername(call)
    return { user: presentAppUser(call.user.username) }
  },
  ...Object.fromEntries(
    Object.entries(emptyLists).map(([name, payload]) => [name, async () => payload]),
  ),
  // Accounts are managed on the site itself.
  getUsers: notOffered,
  createUser: notOffered,
  updateUser: notOffered,
  deleteUser: notOffered,
  changePassword: notOffered,
  startScan: notOffered,
})

/** Apps listen: they never administer, upload or share. */
const presentAppUser = (username: string): Payload => ({
  username,
  scrobblingEnabled: true,
  adminRole: false,
  settingsRole: false,
  downloadRole: true,
  uploadRole: false,
  playlistRole: true,
  coverArtRole: false,
  commentRole: false,
  podcastRole: false,
  streamRole: true,
  jukeboxRole: false,
  shareRole: false,
  videoConversionRole: false,
  folder: musicFolders.map(({ id }) => id),
})
