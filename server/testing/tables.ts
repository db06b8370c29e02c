/** The file of an archive that has the rows of a user, or below it the property that has them. */
type Place = `${string}.json` | `${string}.json ${string}`
/** Why an operation leaves the table out. */
type Not = { not: string }

type Statement = {
  export: Place | Not
  /** Whether `npm run import` brings the rows back. */
  import: true | Not
  /**
   * `all`: once an account is deleted, nothing in the table names it or what it owned. `stays` says what does and why,
   * as docs/public-site.md ('What outlives an account') does; `not` why no row is about an account.
   */
  deletion: 'all' | { stays: string } | Not
}

const not = (why: string): Not => ({ not: why })
const ofServer = not('It is valid on this server only.')
const ofOthers = not('What others do is theirs.')
const ofModeration = not('It belongs to the moderators.')
const derived = not('It is derived from other tables, and made anew.')
const unfinished = not('It is what waits for a worker, or expires within a day.')
const withContent = not('It is made anew with what is imported.')
const statistics = not('Counts of what others did on this site.')
const nobody = not('No row is about an account.')

/**
 * What becomes of every table when an account is exported, imported and deleted. Backup and upgrade leave out none.
 * server/tables.test.ts holds each statement against a site with rows in all tables (server/testing/year-of-use).
 */
export const tables: Record<string, Statement> = {
  users: { export: 'profile.json', import: true, deletion: 'all' },
  renamed_users: { export: unfinished, import: unfinished, deletion: 'all' },
  tracks: { export: 'tracks.json', import: true, deletion: 'all' },
  audio_analyses: { export: derived, import: withContent, deletion: 'all' },
  track_versions: {
    export: 'tracks.json versions',
    import: true,
    deletion: 'all',
  },
  likes: { export: 'likes.json', import: true, deletion: 'all' },
  follows: { export: 'follows.json', import: true, deletion: 'all' },
  blocks: { export: 'blocks.json', import: true, deletion: 'all' },
  comments: { export: 'comments.json', import: true, deletion: 'all' },
  playlists: { export: 'playlists.json', import: true, deletion: 'all' },
  retired_slugs: { export: ofServer, import: ofServer, deletion: 'all' },
  playlist_tracks: { export: 'playlists.json tracks', import: true, deletion: 'all' },
  feed_changes: {
    export: derived,
    import: withContent,
    deletion: { stays: 'Ids of feeds that changed, for an hour.' },
  },
  credits: {
    export: 'tracks.json credits',
    import: true,
    deletion: { stays: 'Its name in credits of others, who wrote it, without a link.' },
  },
  pins: { export: 'pins.json', import: true, deletion: 'all' },
  share_links: { export: 'share-links.json', import: ofServer, deletion: 'all' },
  share_listens: { export: unfinished, import: unfinished, deletion: 'all' },
  share_notes: { export: 'share-links.json notes', import: ofOthers, deletion: 'all' },
  notifications: {
    export: 'notifications.json',
    import: ofOthers,
    deletion: { stays: 'Its id in what others were told, for 90 days.' },
  },
  announcements: { export: derived, import: withContent, deletion: 'all' },
  notification_settings: { export: 'notifications.json settings', import: true, deletion: 'all' },
  push_subscriptions: { export: ofServer, import: ofServer, deletion: 'all' },
  push_messages: {
    export: unfinished,
    import: unfinished,
    deletion: { stays: 'Ids of what was sent, for two days.' },
  },
  saved_playlists: { export: 'saved-playlists.json', import: true, deletion: 'all' },
  reposts: { export: 'reposts.json', import: true, deletion: 'all' },
  listens: { export: 'history.json', import: true, deletion: 'all' },
  library_settings: {
    export: not('One sets them anew.'),
    import: not('One sets them anew.'),
    deletion: 'all',
  },
  scrobbling_accounts: {
    export: 'scrobbling.json',
    import: not('Its token is not in the archive.'),
    deletion: 'all',
  },
  scrobbles: { export: unfinished, import: unfinished, deletion: 'all' },
  player_states: {
    export: 'player.json',
    import: not('It is of the devices.'),
    deletion: { stays: 'Ids of its tracks in queues of others, who no longer see them.' },
  },
  sessions: { export: ofServer, import: ofServer, deletion: 'all' },
  app_credentials: { export: ofServer, import: ofServer, deletion: 'all' },
  login_attempts: { export: unfinished, import: unfinished, deletion: nobody },
  uploads: { export: 'tracks.json audio', import: true, deletion: 'all' },
  upload_analyses: { export: unfinished, import: unfinished, deletion: 'all' },
  exports: {
    export: unfinished,
    import: unfinished,
    deletion: { stays: 'What the archives of others say of it, for a day.' },
  },
  export_links: { export: unfinished, import: unfinished, deletion: 'all' },
  reported_items: { export: ofModeration, import: ofModeration, deletion: 'all' },
  reports: {
    export: ofModeration,
    import: ofModeration,
    deletion: { stays: 'What it reported, without its name.' },
  },
  report_decisions: {
    export: ofModeration,
    import: ofModeration,
    deletion: not('They name administrators only, as long as they exist.'),
  },
  removals: { export: ofModeration, import: ofModeration, deletion: 'all' },
  removed_files: {
    export: ofModeration,
    import: ofModeration,
    deletion: { stays: 'What moderators removed cannot be uploaded again.' },
  },
  audit_log: {
    export: ofModeration,
    import: ofModeration,
    deletion: { stays: 'The names of that time.' },
  },
  invites: {
    export: ofModeration,
    import: ofModeration,
    deletion: not('They name administrators only, as long as they exist.'),
  },
  invite_uses: {
    export: ofServer,
    import: ofServer,
    deletion: { stays: 'The subject with which it was created.' },
  },
  plays: { export: unfinished, import: unfinished, deletion: 'all' },
  pending_plays: { export: unfinished, import: unfinished, deletion: 'all' },
  track_daily_stats: {
    export: statistics,
    import: statistics,
    deletion: 'all',
  },
  playlist_daily_stats: { export: statistics, import: statistics, deletion: 'all' },
  track_referrers: { export: statistics, import: statistics, deletion: 'all' },
  track_retention: { export: statistics, import: statistics, deletion: 'all' },
  retention_listens: { export: unfinished, import: unfinished, deletion: 'all' },
  daily_plays: { export: derived, import: derived, deletion: nobody },
  genre_counts: { export: derived, import: derived, deletion: nobody },
  track_tallies: { export: derived, import: derived, deletion: nobody },
  top_tracks: { export: derived, import: derived, deletion: 'all' },
  top_tracks_least: {
    export: derived,
    import: derived,
    deletion: { stays: 'The id of one of its tracks, until the list is made anew.' },
  },
  search_words: {
    export: derived,
    import: derived,
    deletion: not('Words of all content together, counted anew each night.'),
  },
  accounts: { export: ofServer, import: ofServer, deletion: 'all' },
  link_tokens: { export: ofServer, import: ofServer, deletion: 'all' },
  passkeys: { export: ofServer, import: ofServer, deletion: 'all' },
  passkey_challenges: {
    export: unfinished,
    import: unfinished,
    deletion: not('They name hashes of sessions, for ten minutes.'),
  },
  provider_records: { export: ofServer, import: ofServer, deletion: 'all' },
  rate_limits: { export: unfinished, import: unfinished, deletion: nobody },
  provider_keys: { export: ofServer, import: ofServer, deletion: nobody },
}
