/** Limits that the client and the server share. */
const MiB = 1024 * 1024

export const limits = {
  maxAudioBytes: 100 * MiB,
  /** Of an upload in parts; the last one may be smaller. */
  uploadPartBytes: 5 * MiB,
  maxImageBytes: 5 * MiB,
  /** Artwork of one file in a bulk upload. */
  maxBulkArtworkBytes: 10 * MiB,

  maxTitleLength: 200,
  maxShortTextLength: 200,
  maxDescriptionLength: 5000,
  maxTags: 20,
  maxTagLength: 50,
  /** Of a track or release. */
  maxCredits: 50,
  maxPins: 5,
  /** Former versions of a track's audio. */
  maxVersions: 5,
  maxUrlLength: 2000,

  maxEmailLength: 254,
  minPasswordLength: 8,
  maxPasswordLength: 200,
  minUsernameLength: 3,
  maxUsernameLength: 30,
  maxDisplayNameLength: 100,
  maxFirstNameLength: 50,
  maxLastNameLength: 50,
  maxBioLength: 500,
  maxLocationLength: 100,
  maxPasskeyNameLength: 100,
  maxPasskeys: 20,
  maxAppNameLength: 100,
  /** App passwords of a user; and API tokens. */
  maxAppCredentials: 20,

  /** The default and the maximum of `limit` in list routes. */
  maxPageSize: 1000,
  maxLikesInDetail: 50,
  maxSimilarTracks: 50,
  /** Tracks of a queue that are saved on the server, around the current one. */
  maxSavedQueueTracks: 1000,
  maxResumePositions: 200,
  /** Seconds within which a listen can be recorded. */
  maxListenAgeSeconds: 24 * 60 * 60,
  /** The same for what is sent to other services. */
  maxScrobbleAgeSeconds: 14 * 24 * 60 * 60,
  maxReportLength: 1000,
  /** Reports of one item in the queue of the administrator, newest first. */
  maxReportsInDetail: 20,
  maxShareLinkNameLength: 100,
  /** Of one track or playlist. */
  maxShareLinks: 100,
  maxShareListens: 100_000,
  maxNoteNameLength: 50,
  maxNoteLength: 500,
  /** Of one link. */
  maxNotes: 1000,
  maxCommentLength: 1000,
  /** Of one comment. */
  maxReplies: 100,
  /** On one waveform. */
  maxMoments: 200,
  /** How long a comment can be changed. */
  commentEditMinutes: 15,
  maxInviteNoteLength: 200,
  maxInviteUses: 1000,
  maxInviteDays: 365,
  maxInviteUsesInDetail: 100,
  /** Unread notifications are counted up to this number. */
  maxUnread: 100,
  maxSearchQueryLength: 200,
  maxSearchResults: 50,
} as const

/** Of a response to somebody whose session has ended because they are suspended. */
export const suspendedHeader = 'x-suspended'
/** Request header that turns 401 into 204: browsers log every failed request to the console. */
export const preferNoContent = { name: 'prefer', value: 'visitor=204' } as const

/** Tracks per request of the pages that list a section or a genre: the server preloads the first one. */
export const browsePageSize = 50
/** The same for the lists of a profile. */
export const profilePageSize = 20

/** Stored widths of artwork, covers and profile images, in pixels. */
export const imageWidths = [96, 192, 384, 768] as const
/** The width that podcast directories require. Stored only of images that are large enough. */
export const largeImageWidth = 1400
export type ImageWidth = (typeof imageWidths)[number]

/** The tabs of the library in their order, and the last segment of their paths. */
export const libraryTabs = ['likes', 'playlists', 'history', 'following', 'offline'] as const
export type LibraryTab = (typeof libraryTabs)[number]
