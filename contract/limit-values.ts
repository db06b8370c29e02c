/** Limits that the client and the server share: constants, so that the code of a page has only those that it uses. */
const MiB = 1024 * 1024

export const maxAudioBytes = 100 * MiB
/** Of an upload in parts; the last one may be smaller. */
export const uploadPartBytes = 5 * MiB
export const maxImageBytes = 5 * MiB
/** Artwork of one file in a bulk upload. */
export const maxBulkArtworkBytes = 10 * MiB

export const maxTitleLength = 200
export const maxShortTextLength = 200
export const maxDescriptionLength = 5000
/** Code points of a description in a list. */
export const maxExcerptLength = 200
export const maxTags = 20
export const maxTagLength = 50
/** Of a track or release. */
export const maxCredits = 50
export const maxPins = 5
/** Former versions of a track's audio. */
export const maxVersions = 5
export const maxUrlLength = 2000
export const maxPushEndpointLength = 1000
/** Of a user: those of the newest sessions stay. */
export const maxPushSubscriptions = 20

export const maxEmailLength = 254
export const minPasswordLength = 8
export const maxPasswordLength = 200
export const minUsernameLength = 3
export const maxUsernameLength = 30
export const maxDisplayNameLength = 100
export const maxFirstNameLength = 50
export const maxLastNameLength = 50
export const maxBioLength = 500
export const maxLocationLength = 100
export const maxFediverseHandleLength = 300
export const maxPasskeyNameLength = 100
export const maxPasskeys = 20
export const maxAppNameLength = 100
/** App passwords of a user; and API tokens. */
export const maxAppCredentials = 20

/** The default and the maximum of `limit` in list routes. */
export const maxPageSize = 1000
export const maxLikesInDetail = 50
export const maxSimilarTracks = 50
/** Tracks of a queue that are saved on the server, around the current one. */
export const maxSavedQueueTracks = 1000
export const maxResumePositions = 200
/** Seconds within which a listen can be recorded. */
export const maxListenAgeSeconds = 24 * 60 * 60
/** The same for what is sent to other services. */
export const maxScrobbleAgeSeconds = 14 * 24 * 60 * 60
export const maxReportLength = 1000
/** Reports of one item in the queue of the administrator, newest first. */
export const maxReportsInDetail = 20
export const maxShareLinkNameLength = 100
/** Of one track or playlist. */
export const maxShareLinks = 100
export const maxShareListens = 100_000
export const maxNoteNameLength = 50
export const maxNoteLength = 500
/** Of one link. */
export const maxNotes = 1000
export const maxCommentLength = 1000
/** Each comes with its replies. */
export const maxCommentPageSize = 50
/** Of one comment. */
export const maxReplies = 100
/** On one waveform. */
export const maxMoments = 200
/** How long a comment can be changed. */
export const commentEditMinutes = 15
export const maxInviteNoteLength = 200
export const maxInviteUses = 1000
export const maxInviteDays = 365
export const maxInviteUsesInDetail = 100
/** Unread notifications are counted up to this number. */
export const maxUnread = 100
export const maxSearchQueryLength = 200
export const maxSearchResults = 50
