import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'

/** All tables stand together, so that a join makes no module import another. */

/** Milliseconds, as JavaScript has them: a cursor made from a row then finds that row again. */
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const createdAt = () => at('created_at').notNull().defaultNow()
const updatedAt = () => at('updated_at').notNull().defaultNow()
const id = () => uuid('id').primaryKey().defaultRandom()

/** The words that a row is found by: see migrations/0002_search.sql, whose triggers fill these columns. */
const search = () =>
  customType<{ data: string }>({ dataType: () => 'tsvector' })('search')
    .notNull()
    .default(sql`''::tsvector`)

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
    profileImageUrl: text('profile_image_url'),
    displayName: text('display_name'),
    bio: text('bio'),
    location: text('location'),
    website: text('website'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** People are keyed by what the identity provider calls them, never by e-mail. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    search: search(),
  },
  (t) => [
    index('users_search').using('gin', t.search),
    unique('users_identity').on(t.issuer, t.subject),
    uniqueIndex('users_username_any_case').on(sql`lower(${t.username})`),
    index('users_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Parts of names and addresses, for the administrator's search.
    index('users_parts').using(
      'gin',
      t.displayName.op('gin_trgm_ops'),
      t.firstName.op('gin_trgm_ops'),
      t.lastName.op('gin_trgm_ops'),
      t.email.op('gin_trgm_ops'),
    ),
  ],
)

/** People with many tracks who got another name: the words of their tracks are mended in the background. */
export const renamedUsers = pgTable('renamed_users', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Moves on when somebody is renamed again. */
  renamedAt: timestamp('renamed_at', { withTimezone: true, mode: 'string' }).notNull(),
})

export const tracks = pgTable(
  'tracks',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description'),
    artist: text('artist'),
    studio: text('studio'),
    genre: text('genre'),
    tags: text('tags').array().notNull().default([]),
    privacy: text('privacy', { enum: ['public', 'unlisted', 'private'] })
      .notNull()
      .default('public'),
    audioUrl: text('audio_url').notNull(),
    artworkUrl: text('artwork_url'),
    spotifyUrl: text('spotify_url'),
    appleMusicUrl: text('apple_music_url'),
    duration: integer('duration'),
    /** Those that are not in `pending_plays` any more: good for ranking. */
    playCount: integer('play_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: search(),
  },
  (t) => [
    index('tracks_public_search').using('gin', t.search).where(sql`privacy = 'public'`),
    index('tracks_title_parts').using('gin', t.title.op('gin_trgm_ops')),
    unique('tracks_one_per_audio').on(t.audioUrl),
    check('tracks_counts', sql`${t.playCount} >= 0 and ${t.likeCount} >= 0`),
    // What follows the order lets profiles count their tracks and their plays without looking at the tracks.
    index('tracks_by_user').on(
      t.userId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.privacy,
      t.playCount,
    ),
    // The few that playlists must not count for others.
    index('tracks_private').on(t.id, t.userId).where(sql`privacy = 'private'`),
    index('tracks_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // For the administrator, who ranks all tracks and not only the public ones.
    index('tracks_plays').on(t.playCount.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('tracks_likes').on(t.likeCount.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('tracks_engagement').on(sql`(play_count + like_count) desc`, t.id.desc().nullsFirst()),
    index('tracks_public_newest')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
    index('tracks_public_updated')
      .on(t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
    index('tracks_public_plays')
      .on(t.playCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
    index('tracks_public_likes')
      .on(t.likeCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
    index('tracks_public_genre_plays')
      .on(genreGroup, t.playCount.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
    index('tracks_public_genre_newest')
      .on(genreGroup, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`privacy = 'public'`),
  ],
)

export const likes = pgTable(
  'likes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: uuid('track_id')
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('likes_once').on(t.userId, t.trackId),
    index('likes_of_track').on(t.trackId, t.createdAt.desc().nullsFirst()),
  ],
)

export const follows = pgTable(
  'follows',
  {
    id: id(),
    followerId: uuid('follower_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    followingId: uuid('following_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('follows_once').on(t.followerId, t.followingId),
    index('follows_of').on(t.followingId),
    check('follows_another', sql`${t.followerId} <> ${t.followingId}`),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackId: uuid('track_id')
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('comments_of_track').on(t.trackId, t.createdAt.desc().nullsFirst()),
    index('comments_of_user').on(t.userId),
  ],
)

export const playlists = pgTable(
  'playlists',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    slug: text('slug').notNull().unique(),
    description: text('description'),
    coverUrl: text('cover_url'),
    privacy: text('privacy', { enum: ['public', 'unlisted', 'private'] })
      .notNull()
      .default('public'),
    trackCount: integer('track_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: search(),
  },
  (t) => [
    index('playlists_public_search').using('gin', t.search).where(sql`privacy = 'public'`),
    index('playlists_by_user').on(
      t.userId,
      t.createdAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    check('playlists_count', sql`${t.trackCount} >= 0`),
  ],
)

export const playlistTracks = pgTable(
  'playlist_tracks',
  {
    id: id(),
    playlistId: uuid('playlist_id')
      .notNull()
      .references(() => playlists.id, { onDelete: 'cascade' }),
    trackId: uuid('track_id')
      .notNull()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    unique('playlist_tracks_once').on(t.playlistId, t.trackId),
    index('playlist_tracks_in_order').on(t.playlistId, t.position),
    index('playlist_tracks_of_track').on(t.trackId),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the id in the cookie: whoever reads this table can sign in as nobody. */
    sid: varchar('sid').primaryKey(),
    sess: json('sess').$type<{ userId: string; startedAt: string; idToken?: string }>().notNull(),
    expire: at('expire').notNull(),
  },
  (t) => [
    index('sessions_expire').on(t.expire),
    index('sessions_of_user').on(sql`(${t.sess} ->> 'userId')`),
  ],
)

/** One sign-in under way: used once, gone after ten minutes. */
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

/** A file on its way in, or one that is kept. `key` is its name in the object store. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    key: text('key').notNull().unique(),
    state: text('state', { enum: ['issued', 'checking', 'registered', 'used', 'released'] })
      .notNull()
      .default('issued'),
    kind: text('kind', { enum: ['audio', 'image'] }),
    /** What the calls name it by, once registered. */
    objectPath: text('object_path').unique(),
    contentType: text('content_type'),
    size: bigint('size', { mode: 'number' }),
    etag: text('etag'),
    duration: integer('duration'),
    createdAt: createdAt(),
    registeredAt: at('registered_at'),
  },
  (t) => [
    index('uploads_of_user').on(t.userId, t.createdAt),
    index('uploads_unused').on(t.createdAt).where(sql`state <> 'used'`),
  ],
)

/** Who heard what last, so that a play counts once per track and session in 24 hours. */
export const plays = pgTable(
  'plays',
  {
    /**
     * No foreign key: checking it row by row costs as much as all the rest of counting. Whoever
     * counts holds a lock on the track, and a trigger takes the plays along when a track is deleted.
     */
    trackId: uuid('track_id').notNull(),
    /** A hash of the listener's session. */
    listener: uuid('listener').notNull(),
    playedAt: at('played_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.trackId, t.listener] }),
    index('plays_played_at').on(t.playedAt),
  ],
)

/**
 * Plays that are counted, and not yet added to their track's row: that one is wide and stands in a dozen indexes, and a
 * play each would write it anew in all of them. Whoever shows a count adds these to it. No foreign key, as above.
 */
export const pendingPlays = pgTable('pending_plays', {
  trackId: uuid('track_id').primaryKey(),
  plays: integer('plays').notNull(),
})

/** What is shown of a track, to the last play that was answered: those in its row, and those that wait to be added to it. */
export const playCount = sql<number>`${tracks.playCount} + coalesce((
  select pending.plays from ${pendingPlays} pending where pending.track_id = ${tracks.id}), 0)`

export const dailyPlays = pgTable('daily_plays', {
  day: date('day', { mode: 'string' }).primaryKey(),
  plays: bigint('plays', { mode: 'number' }).notNull().default(0),
})

/** How many public tracks each genre has; kept right by a trigger, so that no page counts them. */
export const genreCounts = pgTable('genre_counts', {
  genre: text('genre').primaryKey(),
  tracks: integer('tracks').notNull(),
})

/**
 * Changes of the totals over all tracks, written by a trigger: their sum is the total. Rows are
 * only added, so that no two changes wait for each other; now and then a job sums them up.
 */
export const trackTallies = pgTable('track_tallies', {
  tracks: integer('tracks').notNull(),
  publicTracks: integer('public_tracks').notNull(),
  plays: bigint('plays', { mode: 'number' }).notNull(),
  likes: bigint('likes', { mode: 'number' }).notNull(),
})

/** How many people there are, as changes that are summed up like those of the tracks. */
export const userTallies = pgTable('user_tallies', { users: integer('users').notNull() })

/**
 * The most played public tracks with all that search ranks them by, in rows so narrow that they stay in
 * memory. Triggers keep it right: see migrations/0009_top-tracks.sql.
 */
export const topTracks = pgTable(
  'top_tracks',
  {
    trackId: uuid('track_id')
      .primaryKey()
      .references(() => tracks.id, { onDelete: 'cascade' }),
    playCount: integer('play_count').notNull(),
    search: search(),
  },
  (t) => [index('top_tracks_search').using('gin', t.search)],
)

/** The least of the top tracks, by plays and then id, when they were chosen. No row: all public tracks are among them. */
export const topTracksLeast = pgTable('top_tracks_least', {
  playCount: integer('play_count').notNull(),
  trackId: uuid('track_id').notNull(),
})

/** Every word that anything public is found by. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    /** The word with each single letter left out: two words that share one are a typo apart, or nearly. */
    variants: text('variants').array().notNull(),
    /** In how many tracks, roughly: new words start at 1 and a job counts anew. */
    uses: integer('uses').notNull().default(1),
  },
  (t) => [
    index('search_words_variants').using('gin', t.variants),
    index('search_words_prefix').on(t.word.op('text_pattern_ops'), t.uses),
  ],
)

/** People who sign in with the built-in identity provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    displayName: text('display_name').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('accounts_email_any_case').on(sql`lower(${t.email})`)],
)

/** What the built-in identity provider remembers: its sessions, codes, tokens and grants. */
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

/** How often something happened within a window, counted against a limit by all servers. Keys are hashes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('rate_limits_expire').on(t.expiresAt)],
)

/** Keys with which the built-in identity provider signs; the same for every server on this database. */
export const providerKeys = pgTable('provider_keys', {
  kid: text('kid').primaryKey(),
  privateJwk: json('private_jwk').$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
})
