import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

/** All tables are in one file, so that a join does not make one module import another. */

/** Millisecond precision, as in JavaScript: a cursor made from a row then matches that row. */
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const createdAt = () => at('created_at').notNull().defaultNow()
const updatedAt = () => at('updated_at').notNull().defaultNow()
const id = () => uuid('id').primaryKey().defaultRandom()
/** Deleted with the row that it names. */
const cascadingReference = (name: string, target: () => AnyPgColumn) =>
  uuid(name).references(target, { onDelete: 'cascade' })
/** The columns of an index for lists that begin with the highest values. */
const descending = <Columns extends [ExtraConfigColumn, ...ExtraConfigColumn[]]>(
  ...columns: Columns
) => columns.map((column) => column.desc().nullsFirst()) as unknown as Columns
const privacy = () => text('privacy', { enum: ['public', 'unlisted', 'private'] }).notNull()
const isPublic = sql`privacy = 'public'`
/** Who works on the row, and when they last said so (platform/postgres/leases.ts). */
const leaseColumns = () => ({ lease: uuid('lease'), leasedAt: at('leased_at') })

/** When it becomes public. Until then it is private, so that whatever hides private content hides it too. */
const publishAt = () => at('publish_at')
const scheduled = (table: string, t: Record<'publishAt' | 'privacy', ExtraConfigColumn>) => [
  index(`${table}_scheduled`).on(t.publishAt).where(sql`publish_at is not null`),
  check(`${table}_scheduled_private`, sql`${t.publishAt} is null or ${t.privacy} = 'private'`),
]

/** The search index columns: triggers of migrations/0002_search.sql fill them. */
const search = () =>
  customType<{ data: string }>({ dataType: () => 'tsvector' })('search')
    .notNull()
    .default(sql`''::tsvector`)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What an analysis of a file has measured. */
const analysisColumns = () => ({
  analyzedAt: at('analyzed_at'),
  sampleRate: integer('sample_rate'),
  channels: integer('channels'),
  /** Whether the codec is lossless, for MP4 files: their extension does not tell. */
  isLossless: boolean('is_lossless').notNull().default(false),
  /** Samples per channel: the exact duration. */
  frames: bigint('frames', { mode: 'number' }),
  /** LUFS and dBTP; null for silence. */
  loudness: doublePrecision('loudness'),
  truePeak: doublePrecision('true_peak'),
  samplesPerBin: integer('samples_per_bin'),
  /** Minimum and maximum of each bin, signed bytes. */
  peaks: bytes('peaks'),
  /** 200 levels from 0 to 255. */
  levels: bytes('levels'),
})

/** Tracks without a genre are grouped under 'other'. */
const genreGroup = sql`coalesce(genre, 'other')`

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email').unique(),
    username: text('username').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    /** An object path, or the URL of an image at the identity provider, which is not shown. */
    profileImageUrl: text('profile_image_url'),
    displayName: text('display_name'),
    bio: text('bio'),
    location: text('location'),
    website: text('website'),
    /** A handle such as `@ines@music.example`, for link previews there. */
    fediverse: text('fediverse'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Users are keyed by the subject of the identity provider, never by email. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** When a moderator suspended the account; null if it is not suspended. */
    suspendedAt: at('suspended_at'),
    /** Whether others do not see how often the user's tracks were played and liked. */
    hideCounts: boolean('hide_counts').notNull().default(false),
    search: search(),
  },
  (t) => [
    index('users_search').using('gin', t.search),
    unique('users_identity').on(t.issuer, t.subject),
    uniqueIndex('users_username_any_case').on(sql`lower(${t.username})`),
    index('users_newest').on(...descending(t.createdAt, t.id)),
    // Substrings of names and emails, for the administrator's search.
    index('users_parts').using(
      'gin',
      t.displayName.op('gin_trgm_ops'),
      t.firstName.op('gin_trgm_ops'),
      t.lastName.op('gin_trgm_ops'),
      t.email.op('gin_trgm_ops'),
    ),
  ],
)

/** Renamed users with many tracks: a background job reindexes their tracks. */
export const renamedUsers = pgTable('renamed_users', {
  userId: cascadingReference('user_id', () => users.id).primaryKey(),
  /** Increases if the user is renamed again. */
  renamedAt: timestamp('renamed_at', { withTimezone: true, mode: 'string' }).notNull(),
})

export const tracks = pgTable(
  'tracks',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description'),
    artist: text('artist'),
    studio: text('studio'),
    genre: text('genre'),
    tags: text('tags').array().notNull().default([]),
    privacy: privacy().default('public'),
    audioPath: text('audio_path').notNull(),
    artworkPath: text('artwork_path'),
    allowDownload: boolean('allow_download').notNull().default(false),
    /** Completed downloads by others than the owner. */
    downloadCount: integer('download_count').notNull().default(0),
    /** Without hyphens. */
    isrc: text('isrc'),
    spotifyUrl: text('spotify_url'),
    appleMusicUrl: text('apple_music_url'),
    duration: integer('duration'),
    /**
     * The state of `audio_analyses` as callers see it, for lists: set when the outcome is known, and not reset by a
     * repetition.
     */
    processing: text('processing', { enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    /** LUFS. */
    loudness: real('loudness'),
    /** The size of the uploaded file; below it, its bits per second. */
    audioBytes: integer('audio_bytes'),
    audioBitrate: integer('audio_bitrate'),
    opusPath: text('opus_path'),
    opusBytes: integer('opus_bytes'),
    aacPath: text('aac_path'),
    aacBytes: integer('aac_bytes'),
    /** Without those still in `pending_plays`, for ranking. What is displayed is `playCount` below. */
    flushedPlays: integer('play_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    /** Only the owner can comment. */
    commentsClosed: boolean('comments_closed').notNull().default(false),
    publishAt: publishAt(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: search(),
  },
  (t) => [
    ...scheduled('tracks', t),
    index('tracks_public_search').using('gin', t.search).where(isPublic),
    index('tracks_title_parts').using('gin', t.title.op('gin_trgm_ops')),
    unique('tracks_one_per_audio').on(t.audioPath),
    uniqueIndex('tracks_one_per_opus').on(t.opusPath).where(sql`opus_path is not null`),
    uniqueIndex('tracks_one_per_aac').on(t.aacPath).where(sql`aac_path is not null`),
    check('tracks_counts', sql`${t.flushedPlays} >= 0 and ${t.likeCount} >= 0`),
    // The columns after the sort key let profiles count tracks and plays with an index-only scan.
    index('tracks_by_user').on(
      t.userId,
      ...descending(t.createdAt, t.id),
      t.privacy,
      t.flushedPlays,
    ),
    // For the few tracks that playlists must not count for other users.
    index('tracks_private').on(t.id, t.userId).where(sql`privacy = 'private'`),
    // And those that positions in releases must not count.
    index('tracks_private_by_user').on(t.userId, t.id).where(sql`privacy = 'private'`),
    index('tracks_newest').on(...descending(t.createdAt, t.id)),
    // For the administrator, who ranks all tracks and not only the public ones.
    index('tracks_plays').on(...descending(t.flushedPlays, t.id)),
    index('tracks_likes').on(...descending(t.likeCount, t.id)),
    index('tracks_engagement').on(sql`(play_count + like_count) desc`, ...descending(t.id)),
    // With the user, so that the tracks of followed users are found with an index-only scan.
    index('tracks_public_newest')
      .on(...descending(t.createdAt, t.id), t.userId)
      .where(isPublic),
    index('tracks_public_updated')
      .on(...descending(t.updatedAt, t.id))
      .where(isPublic),
    index('tracks_public_plays')
      .on(...descending(t.flushedPlays, t.id))
      .where(isPublic),
    index('tracks_public_likes')
      .on(...descending(t.likeCount, t.id))
      .where(isPublic),
    index('tracks_public_genre_plays')
      .on(genreGroup, ...descending(t.flushedPlays, t.id))
      .where(isPublic),
    index('tracks_public_genre_newest')
      .on(genreGroup, ...descending(t.createdAt, t.id))
      .where(isPublic),
  ],
)

/**
 * The audio analysis of each track, and the queue of tracks to analyze: rows in state `pending`. Apart from
 * `tracks`, whose rows are wide and in a dozen indexes.
 */
export const audioAnalyses = pgTable(
  'audio_analyses',
  {
    trackId: cascadingReference('track_id', () => tracks.id).primaryKey(),
    state: text('state', { enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    /**
     * 1 for new uploads; 0 for tracks from before analyses existed, and for those queued again, which come after them.
     */
    priority: integer('priority').notNull().default(1),
    queuedAt: at('queued_at').notNull().defaultNow(),
    ...leaseColumns(),
    /** How often the analysis has started. */
    attempts: integer('attempts').notNull().default(0),
    /** The earliest time of the next attempt, after the store or the database has failed. */
    retryAt: at('retry_at'),
    /** Why it failed. */
    reason: text('reason'),
    ...analysisColumns(),
    /** Failed on a server without ffmpeg, which AAC needs. */
    needsFfmpeg: boolean('needs_ffmpeg').notNull().default(false),
  },
  (t) => [
    index('audio_analyses_pending').on(t.priority.desc(), t.queuedAt).where(sql`state = 'pending'`),
    // To find whose track was analyzed last, so that users take turns.
    index('audio_analyses_leased').on(t.leasedAt),
  ],
)

/** The audio that a track had before: the last ones, which its owner can restore. */
export const trackVersions = pgTable(
  'track_versions',
  {
    id: id(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    replacedAt: at('replaced_at').notNull().default(sql`clock_timestamp()`),
    /** What players that began before the replacement have in their URLs; null once they have had time to finish. */
    urlVersion: text('url_version'),
    audioPath: text('audio_path').notNull().unique(),
    opusPath: text('opus_path').unique(),
    opusBytes: integer('opus_bytes'),
    aacPath: text('aac_path').unique(),
    aacBytes: integer('aac_bytes'),
    duration: integer('duration'),
    audioBytes: integer('audio_bytes'),
    audioBitrate: integer('audio_bitrate'),
    ...analysisColumns(),
  },
  (t) => [
    index('track_versions_newest').on(t.trackId, ...descending(t.replacedAt, t.id)),
    index('track_versions_of_user').on(t.userId),
    index('track_versions_by_url').on(t.replacedAt).where(sql`url_version is not null`),
  ],
)

export const likes = pgTable(
  'likes',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('likes_once').on(t.userId, t.trackId),
    index('likes_of_track').on(t.trackId, ...descending(t.createdAt)),
    // A user's likes in the library, and what the people who like a track like too.
    index('likes_by_user').on(t.userId, ...descending(t.createdAt, t.trackId)),
  ],
)

export const follows = pgTable(
  'follows',
  {
    id: id(),
    followerId: cascadingReference('follower_id', () => users.id).notNull(),
    followingId: cascadingReference('following_id', () => users.id).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('follows_once').on(t.followerId, t.followingId),
    index('follows_by_following').on(t.followingId, ...descending(t.createdAt, t.id)),
    index('follows_by_follower').on(t.followerId, ...descending(t.createdAt, t.id)),
    check('follows_another', sql`${t.followerId} <> ${t.followingId}`),
  ],
)

/** Whom a user has blocked. */
export const blocks = pgTable(
  'blocks',
  {
    userId: cascadingReference('user_id', () => users.id).notNull(),
    blockedId: cascadingReference('blocked_id', () => users.id).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.blockedId] }),
    index('blocks_of_blocked').on(t.blockedId),
    index('blocks_newest').on(t.userId, ...descending(t.createdAt, t.blockedId)),
    check('blocks_another', sql`${t.userId} <> ${t.blockedId}`),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    content: text('content').notNull(),
    createdAt: createdAt(),
    /** The moment of the track in seconds. */
    position: doublePrecision('position'),
    /** Of a reply. */
    parentId: cascadingReference('parent_id', (): AnyPgColumn => comments.id),
    editedAt: at('edited_at'),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** When a moderator removed it: nobody sees it. */
    removedAt: at('removed_at'),
  },
  (t) => [
    index('comments_of_track').on(t.trackId, ...descending(t.createdAt)),
    index('comments_of_user').on(t.userId, t.trackId),
    index('comments_of_comment').on(t.parentId, t.createdAt).where(sql`parent_id is not null`),
    uniqueIndex('comments_one_pinned').on(t.trackId).where(sql`is_pinned`),
  ],
)

const playlistType = (name: string) =>
  text(name, { enum: ['playlist', 'album', 'ep', 'single', 'compilation'] })
    .notNull()
    .default('playlist')

export const playlists = pgTable(
  'playlists',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description'),
    /** All but `playlist` are releases. */
    type: playlistType('type'),
    artist: text('artist'),
    label: text('label'),
    /** Of a year or a month its first day. Read with `releaseDate` of shared/release-date-repository.ts. */
    releaseDate: date('release_date', { mode: 'string' }),
    releasePrecision: text('release_precision', { enum: ['year', 'month', 'day'] })
      .notNull()
      .default('day'),
    upc: text('upc'),
    copyright: text('copyright'),
    coverPath: text('cover_path'),
    /** Of a release. */
    allowDownload: boolean('allow_download').notNull().default(false),
    downloadCount: integer('download_count').notNull().default(0),
    privacy: privacy().default('public'),
    trackCount: integer('track_count').notNull().default(0),
    publishAt: publishAt(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: search(),
  },
  (t) => [
    ...scheduled('playlists', t),
    index('playlists_public_search').using('gin', t.search).where(isPublic),
    index('playlists_by_user').on(t.userId, ...descending(t.createdAt, t.id)),
    index('playlists_public_newest')
      .on(...descending(t.createdAt, t.id))
      .where(sql`privacy = 'public' and track_count > 0`),
    index('releases_by_user')
      .on(
        t.userId,
        sql`coalesce(release_date::timestamp at time zone 'UTC', created_at) desc`,
        t.id.desc().nullsFirst(),
      )
      .where(sql`type <> 'playlist'`),
    index('releases_public_newest')
      .on(...descending(t.createdAt, t.id))
      .where(sql`privacy = 'public' and track_count > 0 and type <> 'playlist'`),
    unique('playlists_type').on(t.id, t.type),
    check('playlists_count', sql`${t.trackCount} >= 0`),
    check('release_precision', sql`${t.releasePrecision} in ('year', 'month', 'day')`),
  ],
)

/**
 * The slugs of deleted tracks and playlists, hashed. Only their owner gets one again: links to what was deleted do not
 * lead to content of others, and a suffix does not reveal whether a slug belongs to hidden or to deleted content.
 * Triggers insert them.
 */
export const retiredSlugs = pgTable(
  'retired_slugs',
  {
    kind: text('kind', { enum: ['track', 'playlist'] }).notNull(),
    slugHash: text('slug_hash').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slugHash] })],
)

export const playlistTracks = pgTable(
  'playlist_tracks',
  {
    id: id(),
    playlistId: uuid('playlist_id').notNull(),
    /** That of the playlist: the foreign key updates it. For the index that allows a track in one release only. */
    playlistType: playlistType('playlist_type'),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    position: integer('position').notNull().default(0),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'playlist_tracks_playlist',
      columns: [t.playlistId, t.playlistType],
      foreignColumns: [playlists.id, playlists.type],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
    unique('playlist_tracks_once').on(t.playlistId, t.trackId),
    uniqueIndex('playlist_tracks_one_release')
      .on(t.trackId)
      .where(sql`playlist_type <> 'playlist'`),
    index('playlist_tracks_in_order').on(t.playlistId, t.position),
    index('playlist_tracks_of_track').on(t.trackId),
    index('playlist_tracks_newest').on(t.playlistId, ...descending(t.addedAt, t.trackId)),
  ],
)

/**
 * When the items of a feed changed, removals included; triggers insert. A row for each change, because an update of one
 * row per feed could deadlock with another transaction. Housekeeping deletes all but the last row of each feed.
 */
export const feedChanges = pgTable(
  'feed_changes',
  {
    id: id(),
    kind: text('kind', { enum: ['profile', 'playlist'] }).notNull(),
    /** The id of the user or playlist. */
    feedId: uuid('feed_id').notNull(),
    changedAt: at('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('feed_changes_of_feed').on(t.kind, t.feedId, t.changedAt, t.id)],
)

/** Who made a track or release, in order. */
export const credits = pgTable(
  'credits',
  {
    id: id(),
    trackId: cascadingReference('track_id', () => tracks.id),
    playlistId: cascadingReference('playlist_id', () => playlists.id),
    position: integer('position').notNull(),
    role: text('role').notNull(),
    name: text('name').notNull(),
    /** A member of the site, who is linked once they have accepted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['pending', 'accepted', 'refused'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
  },
  (t) => [
    check('credits_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
    index('credits_of_track').on(t.trackId, t.position),
    index('credits_of_playlist').on(t.playlistId, t.position),
    index('credits_of_user').on(t.userId, ...descending(t.createdAt, t.id)),
  ],
)

/** Own tracks and releases at the top of a profile, in order. */
export const pins = pgTable(
  'pins',
  {
    userId: cascadingReference('user_id', () => users.id).notNull(),
    position: integer('position').notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).unique(),
    playlistId: cascadingReference('playlist_id', () => playlists.id).unique(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.position] }),
    check('pins_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
  ],
)

/** Links to a track or playlist that is not public, for whoever has them. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id),
    playlistId: cascadingReference('playlist_id', () => playlists.id),
    /** A leaked table does not reveal the links. */
    tokenHash: text('token_hash').notNull().unique(),
    name: text('name').notNull(),
    expiresAt: at('expires_at'),
    maxListens: integer('max_listens'),
    listens: integer('listens').notNull().default(0),
    allowDownload: boolean('allow_download').notNull().default(false),
    /** When sound was last sent, accurate to a minute. */
    lastUsedAt: at('last_used_at'),
    revokedAt: at('revoked_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('share_links_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
    index('share_links_by_user').on(t.userId, ...descending(t.createdAt, t.id)),
    index('share_links_of_track').on(t.trackId, ...descending(t.createdAt, t.id)),
    index('share_links_of_playlist').on(t.playlistId, ...descending(t.createdAt, t.id)),
  ],
)

/** The browsers that got sound through a link in the last day. */
export const shareListens = pgTable(
  'share_listens',
  {
    linkId: cascadingReference('link_id', () => shareLinks.id).notNull(),
    /** A hash of the link and the browser's cookie: another one for each link. */
    browser: text('browser').notNull(),
    startedAt: at('started_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.linkId, t.browser] }),
    index('share_listens_started').on(t.startedAt),
  ],
)

/** What those who have a link say about a moment of a track, for its owner only. */
export const shareNotes = pgTable(
  'share_notes',
  {
    id: id(),
    linkId: cascadingReference('link_id', () => shareLinks.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    /** As in `share_listens`. It gets to see the answer. */
    browser: text('browser').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    /** In seconds. */
    position: doublePrecision('position').notNull(),
    answer: text('answer'),
    answeredAt: at('answered_at'),
    doneAt: at('done_at'),
    createdAt: createdAt(),
    /** By a moderator: nobody sees it. */
    removedAt: at('removed_at'),
  },
  (t) => [
    index('share_notes_of_link').on(t.linkId, t.trackId, t.position, t.id),
    index('share_notes_of_track').on(t.trackId),
  ],
)

/** Every kind can be turned off. */
export const notificationKinds = [
  'follow',
  'like',
  'save',
  'release',
  'credit',
  'note',
  'comment',
  'reply',
  'repost',
  'moderation',
] as const

/**
 * What happened to one thing of a user on one day (UTC): a row however many likes. Kind 'release' has no rows here, but in
 * `announcements`.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    /** No foreign key: its lock on the user would come after those on tracks and playlists, and deadlock. */
    userId: uuid('user_id').notNull(),
    kind: text('kind', { enum: notificationKinds }).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id),
    playlistId: cascadingReference('playlist_id', () => playlists.id),
    day: date('day', { mode: 'string' }).notNull(),
    /** The last of those who did it. */
    actorIds: uuid('actor_ids').array().notNull(),
    /** How many they are. */
    count: integer('count').notNull(),
    /** What happened last, where a kind does not say all. */
    detail: text('detail'),
    at: at('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    unique('notifications_once')
      .on(t.userId, t.kind, t.trackId, t.playlistId, t.day)
      .nullsNotDistinct(),
    index('notifications_newest').on(t.userId, ...descending(t.at, t.id)),
    index('notifications_of_track').on(t.trackId),
    index('notifications_of_playlist').on(t.playlistId),
    // For housekeeping.
    index('notifications_by_day').on(t.day),
  ],
)

/** When tracks and releases became public for the first time. Followers find them on reading: there is no row for each. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    /** The owner. No foreign key, as above. */
    userId: uuid('user_id').notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).unique(),
    playlistId: cascadingReference('playlist_id', () => playlists.id).unique(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    check('announcements_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
    index('announcements_of_user').on(t.userId, ...descending(t.at, t.id)),
  ],
)

/** Of those who have opened the list or changed a setting. */
export const notificationSettings = pgTable('notification_settings', {
  userId: cascadingReference('user_id', () => users.id).primaryKey(),
  /** What is newer is unread. */
  seenAt: at('seen_at'),
  /** Kinds that are turned off. */
  disabled: text('disabled', { enum: notificationKinds }).array().notNull().default([]),
  /** Whether unread notifications are mailed once a day. */
  hasDigest: boolean('has_digest').notNull().default(false),
  /** The last one tells what happened until then. */
  digestAt: at('digest_at'),
})

/** Browsers that show notifications (Web Push). One for each session: it ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    sid: varchar('sid')
      .notNull()
      .unique()
      .references(() => sessions.sid, { onDelete: 'cascade' }),
    /** Where the service of the browser takes messages. Who knows it can send some. */
    endpoint: text('endpoint').notNull().unique(),
    /** The keys of the browser, in base64url: its public key and a shared secret. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('push_subscriptions_of_user').on(t.userId)],
)

/**
 * What is to be told to a browser, once for each kind, thing and day; rows of messages that were sent stay for that. No
 * foreign keys, as above.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: id(),
    subscriptionId: uuid('subscription_id').notNull(),
    kind: text('kind', { enum: notificationKinds }).notNull(),
    /** The track or playlist, of a release its artist. */
    aboutId: uuid('about_id'),
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: createdAt(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once it is done. */
    nextAttemptAt: at('next_attempt_at').defaultNow(),
  },
  (t) => [
    unique('push_messages_once').on(t.subscriptionId, t.kind, t.aboutId, t.day).nullsNotDistinct(),
    index('push_messages_due').on(t.nextAttemptAt).where(sql`next_attempt_at is not null`),
    // For housekeeping.
    index('push_messages_newest').on(t.createdAt),
  ],
)

/** Playlists of others in a user's library. */
export const savedPlaylists = pgTable(
  'saved_playlists',
  {
    userId: cascadingReference('user_id', () => users.id).notNull(),
    playlistId: cascadingReference('playlist_id', () => playlists.id).notNull(),
    savedAt: at('saved_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.playlistId] }),
    index('saved_playlists_newest').on(t.userId, ...descending(t.savedAt, t.playlistId)),
    index('saved_playlists_of_playlist').on(t.playlistId),
  ],
)

/** What users show to their followers: tracks and releases of others. */
export const reposts = pgTable(
  'reposts',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id),
    playlistId: cascadingReference('playlist_id', () => playlists.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('reposts_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
    unique('reposts_track_once').on(t.userId, t.trackId),
    unique('reposts_playlist_once').on(t.userId, t.playlistId),
    index('reposts_of_user').on(t.userId, ...descending(t.createdAt, t.id)),
    index('reposts_of_track').on(t.trackId),
    index('reposts_of_playlist').on(t.playlistId),
  ],
)

/** A user's history: each track once per day (UTC), at the last listen of that day. */
export const listens = pgTable(
  'listens',
  {
    userId: cascadingReference('user_id', () => users.id).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    listenedAt: at('listened_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId, t.day] }),
    index('listens_newest').on(t.userId, ...descending(t.listenedAt, t.trackId)),
    index('listens_of_track').on(t.trackId),
  ],
)

/** A user without a row has the defaults. */
export const librarySettings = pgTable('library_settings', {
  userId: cascadingReference('user_id', () => users.id).primaryKey(),
  historyEnabled: boolean('history_enabled').notNull().default(true),
  /** When the history was last cleared or turned on: earlier listens that arrive late are not recorded. */
  historySince: at('history_since'),
  /** When the user last looked at the new tracks of those whom they follow. */
  followingSeenAt: at('following_seen_at'),
})

/** A service outside of the site that a user's listens are sent to. */
export const scrobblingAccounts = pgTable(
  'scrobbling_accounts',
  {
    userId: cascadingReference('user_id', () => users.id).notNull(),
    service: text('service', { enum: ['listenbrainz', 'lastfm'] }).notNull(),
    /** The address of the service. */
    url: text('url').notNull(),
    username: text('username').notNull(),
    encryptedToken: text('encrypted_token').notNull(),
    isRejected: boolean('is_rejected').notNull().default(false),
    /** What is to be announced as playing. */
    playingTrackId: uuid('playing_track_id'),
    playingAt: at('playing_at'),
    /** Failed ones since the last success, and the time of the next one; null if nothing waits. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.service] }),
    index('scrobbling_accounts_due')
      .on(t.service, t.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
  ],
)

/** Listens that are to be sent to a service. */
export const scrobbles = pgTable(
  'scrobbles',
  {
    userId: uuid('user_id').notNull(),
    service: text('service', { enum: ['listenbrainz', 'lastfm'] }).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    listenedAt: at('listened_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.service, t.listenedAt, t.trackId] }),
    foreignKey({
      columns: [t.userId, t.service],
      foreignColumns: [scrobblingAccounts.userId, scrobblingAccounts.service],
    }).onDelete('cascade'),
    index('scrobbles_of_track').on(t.trackId),
  ],
)

/** A queue as ids, and positions: see contract/player.ts. */
export type SavedState = {
  playing: boolean
  position: number
  tracks: string[]
  index: number
  added: string[]
  original: number[] | null
  source: string | null
  repeat: 'off' | 'all' | 'one'
  resume: { trackId: string; position: number }[]
  /** The music app that saved it, as it names itself. */
  app?: string
}

/** What a user plays, on all their devices. */
export const playerStates = pgTable('player_states', {
  userId: cascadingReference('user_id', () => users.id).primaryKey(),
  /** Incremented by every write: a device that has not read the last version must read it first. */
  version: integer('version').notNull(),
  /** The browser profile that wrote the state. */
  deviceId: uuid('device_id'),
  state: json('state').$type<SavedState>().notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the id in the cookie: a leaked table does not let anyone sign in. */
    sid: varchar('sid').primaryKey(),
    sess: json('sess')
      .$type<{
        userId: string
        startedAt: string
        idToken?: string
        /** Identifies the SESSION_SECRET that the session was started with. */
        secretId: string
        /** The User-Agent of the browser that signed in, and below it its session at the built-in provider. */
        userAgent?: string
        providerSession?: string
      }>()
      .notNull(),
    expire: at('expire').notNull(),
    /** The last use, accurate to a few minutes. */
    usedAt: at('used_at').notNull().defaultNow(),
  },
  (t) => [
    index('sessions_expire').on(t.expire),
    index('sessions_of_user').on(sql`(${t.sess} ->> 'userId')`),
  ],
)

/**
 * What programs sign in with: app passwords, for music apps (`/rest`), and API tokens, for scripts (`/api`). They are
 * valid with the SESSION_SECRET that they were created with, as sessions are.
 */
export const appCredentials = pgTable(
  'app_credentials',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id).notNull(),
    kind: text('kind', { enum: ['app-password', 'api-token'] }).notNull(),
    name: text('name').notNull(),
    /** SHA-256. A leaked table does not reveal the secret, which is random. */
    secretHash: text('secret_hash').notNull().unique(),
    /** Of app passwords, encrypted: apps send a hash of it with a salt. */
    encryptedSecret: text('encrypted_secret'),
    /** Of API tokens. */
    scopes: text('scopes', { enum: ['read', 'upload', 'manage'] }).array(),
    /** Identifies the SESSION_SECRET. */
    secretId: text('secret_id').notNull(),
    createdAt: createdAt(),
    /** The last use, accurate to a few minutes, and the name that the program gave itself. */
    lastUsedAt: at('last_used_at'),
    lastUsedBy: text('last_used_by'),
  },
  (t) => [
    index('app_credentials_of_user').on(t.userId, t.kind, t.createdAt),
    check(
      'app_credentials_kind',
      sql`case ${t.kind} when 'app-password' then ${t.encryptedSecret} is not null else ${t.scopes} is not null end`,
    ),
  ],
)

/** An OAuth sign-in in progress: consumed once, expires after ten minutes. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    stateHash: varchar('state_hash').primaryKey(),
    browserHash: varchar('browser_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnTo: text('return_to').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('login_attempts_expire').on(t.expiresAt)],
)

/** A file that is being uploaded, or a stored one. `key` is its name in the object store. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    key: text('key').notNull().unique(),
    state: text('state', {
      enum: ['issued', 'checking', 'rejected', 'registered', 'used', 'released'],
    })
      .notNull()
      .default('issued'),
    ...leaseColumns(),
    /** The name that the store gave an upload in parts; null if the file is sent in one request. */
    multipartId: text('multipart_id'),
    /** Bytes of all requests to the upload URL. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    kind: text('kind', { enum: ['audio', 'image'] }),
    /** The path that API calls use, once registered. */
    objectPath: text('object_path').unique(),
    /** As the client named it. */
    fileName: text('file_name'),
    contentType: text('content_type'),
    /** Of the file, as the client computes it: only compared with that of other files of the same user. */
    contentHash: text('content_hash'),
    size: bigint('size', { mode: 'number' }),
    etag: text('etag'),
    duration: integer('duration'),
    /** Of audio, for the tags of downloads (`TagLayout`, as JSON); null if it was not read yet. */
    tagLayout: text('tag_layout'),
    createdAt: createdAt(),
    registeredAt: at('registered_at'),
    /** The track, playlist or user that became private or suspended: others know the key of its file, so it gets a new one. */
    exposedBy: uuid('exposed_by'),
  },
  (t) => [
    index('uploads_exposed').on(t.exposedBy).where(sql`exposed_by is not null`),
    index('uploads_of_user').on(t.userId, t.createdAt),
    index('uploads_unused').on(t.createdAt).where(sql`state <> 'used'`),
    index('uploads_without_layout')
      .on(t.id)
      .where(sql`tag_layout is null and kind = 'audio' and user_id is not null`),
  ],
)

/** Analyses of registered files before a track has them, to be compared with its audio; and the queue of them. */
export const uploadAnalyses = pgTable(
  'upload_analyses',
  {
    uploadId: cascadingReference('upload_id', () => uploads.id).primaryKey(),
    state: text('state', { enum: ['pending', 'ready', 'failed'] })
      .notNull()
      .default('pending'),
    ...leaseColumns(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    audioBitrate: integer('audio_bitrate'),
    ...analysisColumns(),
  },
  (t) => [index('upload_analyses_pending').on(t.createdAt).where(sql`state = 'pending'`)],
)

/** Every column that holds an object path, in lock order, and the columns of its user and of what makes it private. */
export const fileColumns = [
  { table: users, column: users.profileImageUrl, owner: users.id, resource: users.id },
  ...[tracks.audioPath, tracks.opusPath, tracks.aacPath, tracks.artworkPath].map((column) => ({
    table: tracks,
    column,
    owner: tracks.userId,
    resource: tracks.id,
  })),
  ...[trackVersions.audioPath, trackVersions.opusPath, trackVersions.aacPath].map((column) => ({
    table: trackVersions,
    column,
    owner: trackVersions.userId,
    resource: trackVersions.trackId,
  })),
  {
    table: playlists,
    column: playlists.coverPath,
    owner: playlists.userId,
    resource: playlists.id,
  },
] as const

/** A user's data for download. The archive itself is never stored: it is made of these texts and the stored files. */
export const exports = pgTable(
  'exports',
  {
    id: id(),
    userId: cascadingReference('user_id', () => users.id)
      .notNull()
      .unique(),
    state: text('state', { enum: ['pending', 'ready'] })
      .notNull()
      .default('pending'),
    /** Files that have been looked up, of how many. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    content: json('content')
      .$type<{
        documents: Record<string, unknown>
        files: {
          name: string
          kind: 'audio' | 'version' | 'artwork' | 'cover' | 'avatar'
          id: string
        }[]
        /** Of the files when it was prepared. */
        bytes?: number
      }>()
      .notNull()
      .default({ documents: {}, files: [] }),
    ...leaseColumns(),
    createdAt: createdAt(),
    expiresAt: at('expires_at'),
  },
  (t) => [
    index('exports_pending').on(t.createdAt).where(sql`state = 'pending'`),
    index('exports_expire').on(t.expiresAt),
  ],
)

/** The secrets of download links, hashed. */
export const exportLinks = pgTable(
  'export_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    exportId: uuid('export_id')
      .notNull()
      .references(() => exports.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [index('export_links_of_export').on(t.exportId, t.createdAt)],
)

/**
 * An item of the moderation queue: the track, playlist, user, comment or note that was reported, its target, with all reports and
 * decisions. A new report opens it again.
 */
export const reportedItems = pgTable(
  'reported_items',
  {
    id: id(),
    kind: text('kind', { enum: ['track', 'playlist', 'user', 'comment', 'note'] }).notNull(),
    trackId: cascadingReference('track_id', () => tracks.id).unique(),
    playlistId: cascadingReference('playlist_id', () => playlists.id).unique(),
    userId: cascadingReference('user_id', () => users.id).unique(),
    commentId: cascadingReference('comment_id', () => comments.id).unique(),
    noteId: cascadingReference('note_id', () => shareNotes.id).unique(),
    isOpen: boolean('is_open').notNull().default(true),
    /** The time of the last report. */
    reportedAt: at('reported_at').notNull().defaultNow(),
  },
  (t) => [
    check(
      'reported_items_one',
      sql`case ${t.kind} when 'track' then ${t.trackId} when 'playlist' then ${t.playlistId} when 'comment' then ${t.commentId} when 'note' then ${t.noteId} else ${t.userId} end is not null
        and num_nonnulls(${t.trackId}, ${t.playlistId}, ${t.userId}, ${t.commentId}, ${t.noteId}) = 1`,
    ),
    index('reported_items_newest').on(t.isOpen, ...descending(t.reportedAt, t.id)),
  ],
)

export const reports = pgTable(
  'reports',
  {
    id: id(),
    itemId: cascadingReference('item_id', () => reportedItems.id).notNull(),
    /** Null once the reporter has deleted the account. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason', {
      enum: ['copyright', 'spam', 'hateful', 'sexual', 'other'],
    }).notNull(),
    text: text('text'),
    createdAt: createdAt(),
    /** Administrators have been notified, or need not be. */
    isMailed: boolean('is_mailed').notNull().default(false),
  },
  (t) => [
    index('reports_not_mailed').on(t.createdAt).where(sql`not is_mailed`),
    unique('reports_once').on(t.itemId, t.reporterId),
    index('reports_of_item').on(t.itemId, ...descending(t.createdAt)),
    index('reports_by_reporter').on(t.reporterId),
  ],
)

export const reportDecisions = pgTable(
  'report_decisions',
  {
    id: id(),
    itemId: cascadingReference('item_id', () => reportedItems.id).notNull(),
    decision: text('decision', { enum: ['dismiss', 'remove', 'suspend'] }).notNull(),
    reason: text('reason'),
    /** Null once the administrator has deleted the account. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    undoneAt: at('undone_at'),
  },
  (t) => [
    index('report_decisions_of_item').on(t.itemId, ...descending(t.createdAt)),
    index('report_decisions_by_actor').on(t.actorId),
  ],
)

/**
 * A track or playlist that a moderator removed, or whose owner is suspended. It is private for as long as there is a row,
 * so that whatever hides private content hides it too: lists, search, feeds, counts, audio, presigned URLs.
 */
export const removals = pgTable(
  'removals',
  {
    id: id(),
    trackId: cascadingReference('track_id', () => tracks.id).unique(),
    playlistId: cascadingReference('playlist_id', () => playlists.id).unique(),
    /** Before the removal. */
    privacy: privacy(),
    /** Null if it was not removed, and only its owner is suspended. */
    reason: text('reason'),
    isOwnerSuspended: boolean('is_owner_suspended').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    check('removals_one', sql`num_nonnulls(${t.trackId}, ${t.playlistId}) = 1`),
    check('removals_cause', sql`${t.reason} is not null or ${t.isOwnerSuspended}`),
  ],
)

/** The audio of removed tracks with its former versions, which cannot be uploaded again. No foreign key: it outlives a track that its owner deletes. */
export const removedFiles = pgTable(
  'removed_files',
  {
    trackId: uuid('track_id').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.sha256] }), index('removed_files_size').on(t.size)],
)

/**
 * Every write with administrator rights. Append-only: a trigger rejects everything but inserts. Names are those of the time, and there are no foreign keys: entries outlive what they are about.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
    actorId: uuid('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    targetKind: text('target_kind', {
      enum: ['track', 'playlist', 'user', 'comment', 'note', 'invite'],
    }).notNull(),
    targetId: uuid('target_id').notNull(),
    targetName: text('target_name').notNull(),
    detail: text('detail'),
  },
  (t) => [
    index('audit_log_newest').on(...descending(t.createdAt, t.id)),
    index('audit_log_of_action').on(t.action, ...descending(t.createdAt, t.id)),
    // Substrings of names, for the filter.
    index('audit_log_names').using(
      'gin',
      t.actorName.op('gin_trgm_ops'),
      t.targetName.op('gin_trgm_ops'),
    ),
  ],
)

/** Links with which accounts are created while registration is by invite. */
export const invites = pgTable(
  'invites',
  {
    id: id(),
    /** A leaked table does not reveal the links. */
    tokenHash: text('token_hash').notNull().unique(),
    note: text('note'),
    maxUses: integer('max_uses').notNull(),
    uses: integer('uses').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    /** Null once the administrator has deleted the account. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('invites_newest').on(...descending(t.createdAt, t.id)),
    index('invites_by_creator').on(t.createdBy),
    check('invites_uses', sql`${t.uses} between 0 and ${t.maxUses}`),
  ],
)

/** Who used which invite: the subject of a user or of an account that has not signed in yet. */
export const inviteUses = pgTable(
  'invite_uses',
  {
    inviteId: cascadingReference('invite_id', () => invites.id).notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    usedAt: at('used_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.inviteId, t.issuer, t.subject] })],
)

/** The last play of each listener, so that a play counts once per track and listener in 24 hours. */
export const plays = pgTable(
  'plays',
  {
    /**
     * No foreign key: checking it per row costs as much as the rest of counting. A play is inserted
     * under a lock on the track, and a trigger deletes the plays of a deleted track.
     */
    trackId: uuid('track_id').notNull(),
    /** A hash of the user's id, or of the anonymous browser's cookie. */
    listener: uuid('listener').notNull(),
    playedAt: at('played_at').notNull().defaultNow(),
    /** Of the statistics. */
    day: date('day', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.listener] }),
    index('plays_played_at').on(t.playedAt),
    // Whether somebody has listened to other tracks of an artist or release today.
    index('plays_of_listener').on(t.listener),
  ],
)

/** Numbers of one track and day. The owner's own plays are in none of them. */
const dayNumbers = () => ({
  /** Plays by where they came from. */
  sitePlays: integer('site_plays').notNull().default(0),
  embedPlays: integer('embed_plays').notNull().default(0),
  feedPlays: integer('feed_plays').notNull().default(0),
  sharePlays: integer('share_plays').notNull().default(0),
  appPlays: integer('app_plays').notNull().default(0),
  /** Plays that were their listener's first of this owner and of this release on the day: their sums are listeners. */
  ownerListeners: integer('owner_listeners').notNull().default(0),
  releaseListeners: integer('release_listeners').notNull().default(0),
})

/**
 * Plays that are counted but not yet added to their track's row and its statistics: that row is wide and in a dozen
 * indexes, and an update per play would rewrite all of them. Displayed counts include these rows. No foreign key, as above.
 */
export const pendingPlays = pgTable(
  'pending_plays',
  {
    trackId: uuid('track_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    plays: integer('plays').notNull(),
    ...dayNumbers(),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.day] })],
)

/** The displayed play count, up to the last acknowledged play: the count in the row plus the pending plays. */
export const playCount = sql<number>`${tracks.flushedPlays} + coalesce((
  select sum(pending.plays)::int from ${pendingPlays} pending where pending.track_id = ${tracks.id}), 0)`

/**
 * What the owner of a track sees of a day, which begins in the time zone TZ_STATS: a row for each day with plays or
 * downloads. A listener counts once a day, so that its plays are also its listeners. Nothing here is about a person: no
 * addresses, browsers or ids of listeners.
 */
export const trackDailyStats = pgTable(
  'track_daily_stats',
  {
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    ...dayNumbers(),
    plays: integer('plays')
      .notNull()
      .generatedAlwaysAs(sql`site_plays + embed_plays + feed_plays + share_plays + app_plays`),
    downloads: integer('downloads').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.day] })],
)

/** Downloads of a release as an archive. */
export const playlistDailyStats = pgTable(
  'playlist_daily_stats',
  {
    playlistId: cascadingReference('playlist_id', () => playlists.id).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    downloads: integer('downloads').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.playlistId, t.day] })],
)

/** How many plays of a month came from visitors of other sites, at most 50 of them; 'other' are the rest. */
export const trackReferrers = pgTable(
  'track_referrers',
  {
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    host: text('host').notNull(),
    plays: integer('plays').notNull(),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.month, t.host] })],
)

/** How many listens of a month ended in each hundredth of the track. */
export const trackRetention = pgTable(
  'track_retention',
  {
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    listens: integer('listens').array().notNull().default(sql`array_fill(0, array[100])`),
  },
  (t) => [primaryKey({ columns: [t.trackId, t.month] })],
)

/** Where each listen of the last day is counted in `track_retention`, because it may get further. */
export const retentionListens = pgTable(
  'retention_listens',
  {
    /** Random, chosen by the page for one listen. */
    id: uuid('id').primaryKey(),
    trackId: cascadingReference('track_id', () => tracks.id).notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    bucket: integer('bucket').notNull().default(0),
    startedAt: at('started_at').notNull().defaultNow(),
  },
  (t) => [
    index('retention_listens_started').on(t.startedAt),
    index('retention_listens_of_track').on(t.trackId),
  ],
)

export const dailyPlays = pgTable('daily_plays', {
  day: date('day', { mode: 'string' }).primaryKey(),
  plays: bigint('plays', { mode: 'number' }).notNull().default(0),
})

/** The number of public tracks per genre; a trigger maintains it, so that no page counts them. */
export const genreCounts = pgTable('genre_counts', {
  genre: text('genre').primaryKey(),
  tracks: integer('tracks').notNull(),
  /** Seconds of those tracks. */
  duration: bigint('duration', { mode: 'number' }).notNull().default(0),
})

/**
 * Deltas of the totals over all tracks, written by a trigger: their sum is the total. Rows are
 * only inserted, so that concurrent changes never wait for each other; a job compacts them periodically.
 */
export const trackTallies = pgTable('track_tallies', {
  tracks: integer('tracks').notNull(),
  publicTracks: integer('public_tracks').notNull(),
  plays: bigint('plays', { mode: 'number' }).notNull(),
  likes: bigint('likes', { mode: 'number' }).notNull(),
})

/**
 * The most played public tracks with all ranking columns of search, in rows so narrow that they stay in
 * memory. Triggers maintain it: see migrations/0009_top-tracks.sql.
 */
export const topTracks = pgTable(
  'top_tracks',
  {
    trackId: cascadingReference('track_id', () => tracks.id).primaryKey(),
    flushedPlays: integer('play_count').notNull(),
    search: search(),
  },
  (t) => [index('top_tracks_search').using('gin', t.search)],
)

/** The lowest top track, by plays and then id, when they were selected. No row: the top tracks are all public tracks. */
export const topTracksLeast = pgTable('top_tracks_least', {
  flushedPlays: integer('play_count').notNull(),
  trackId: uuid('track_id').notNull(),
})

/** Every indexed term of public content. Triggers of migrations/0002_search.sql name the table and its columns. */
export const searchTerms = pgTable(
  'search_words',
  {
    term: text('word').primaryKey(),
    /** The term with each single letter removed: two terms that share one have an edit distance of about 1. */
    variants: text('variants').array().notNull(),
    /** In how many tracks, users and playlists, approximately: new terms start at 1 and a job recounts them. */
    uses: integer('uses').notNull().default(1),
  },
  (t) => [
    index('search_words_variants').using('gin', t.variants),
    index('search_words_prefix').on(t.term.op('text_pattern_ops'), t.uses),
  ],
)

/** Accounts of the built-in identity provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    displayName: text('display_name').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    createdAt: createdAt(),
    /** The hash of the ADMIN_PASSWORD that was applied last: it is applied again only if its value changes. */
    configuredPasswordHash: text('configured_password_hash'),
    /** Created while mail was configured: publishing needs a verified address. */
    verificationRequired: boolean('verification_required').notNull().default(false),
    /** The next address, until the link that was sent to it is used. */
    pendingEmail: text('pending_email'),
  },
  (t) => [uniqueIndex('accounts_email_any_case').on(sql`lower(${t.email})`)],
)

/** Links that were mailed or shown once. Used ones are deleted. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    /** A leaked table does not reveal the links. */
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind', { enum: ['reset-password', 'verify-email', 'change-email'] }).notNull(),
    accountId: cascadingReference('account_id', () => accounts.id).notNull(),
    /** The address that using the link proves; null if the link was not mailed. */
    email: text('email'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    // Of links that are created at the same time, one stays.
    uniqueIndex('link_tokens_of_account').on(t.accountId, t.kind, sql`(${t.email} is not null)`),
    index('link_tokens_expire').on(t.expiresAt),
  ],
)

/** WebAuthn credentials of accounts of the built-in provider. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: cascadingReference('account_id', () => accounts.id).notNull(),
    name: text('name').notNull(),
    /** Chosen by the authenticator, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter of the authenticator; 0 if it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_of_account').on(t.accountId, t.createdAt)],
)

/** The latest WebAuthn challenge of a session or a sign-in form. Used ones are deleted. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** The session or sign-in that it was issued for. */
    owner: text('owner').primaryKey(),
    challengeHash: text('challenge_hash').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expire').on(t.expiresAt)],
)

/** Sessions, codes, tokens and grants of the built-in identity provider. */
export const providerRecords = pgTable(
  'provider_records',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    payload: json('payload').$type<Record<string, unknown>>().notNull(),
    uid: text('uid'),
    userCode: text('user_code'),
    grantId: text('grant_id'),
    consumedAt: at('consumed_at'),
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('provider_records_uid').on(t.kind, t.uid),
    index('provider_records_grant').on(t.grantId),
    index('provider_records_expire').on(t.expiresAt),
  ],
)

/**
 * How often an event happened within a window, counted by all servers against a limit; or until when it is the turn of one
 * server. Keys are hashes.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('rate_limits_expire').on(t.expiresAt)],
)

/** Signing keys of the built-in identity provider; shared by all servers on this database. */
export const providerKeys = pgTable('provider_keys', {
  kid: text('kid').primaryKey(),
  privateJwk: json('private_jwk').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
})
