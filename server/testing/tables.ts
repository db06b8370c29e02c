type Statement = {
  /** Why no archive has it; otherwise it is in `archiveParts` (modules/exports/parts.ts), which says what is imported. */
  notExported?: string
  /**
   * `all`: once an account is deleted, nothing in the table names it or what it owned. `stays` says what does and why,
   * as docs/public-site.md ('What outlives an account') does; `not` why no row is about an account.
   */
  deletion: 'all' | { stays: string } | { not: string }
}

const ofModeration = 'It belongs to the moderators.'
const derived = 'It is derived from other tables.'
const unfinished = 'It is what waits for a worker, or expires within a day.'
const ofServer = 'It is valid on this server only.'
const not = (why: string) => ({ not: why })
const nobody = not('No row is about an account.')

/**
 * What becomes of every table when an account is exported and deleted. Backup and upgrade leave out none.
 * server/tables.test.ts holds each statement against a site with rows in all tables (server/testing/year-of-use).
 */
export const tables: Record<string, Statement> = {
  users: { deletion: 'all' },
  renamed_users: { notExported: unfinished, deletion: 'all' },
  tracks: { deletion: 'all' },
  audio_analyses: { notExported: derived, deletion: 'all' },
  track_versions: { deletion: 'all' },
  likes: { deletion: 'all' },
  follows: { deletion: 'all' },
  blocks: { deletion: 'all' },
  comments: { deletion: 'all' },
  playlists: { deletion: 'all' },
  retired_slugs: { notExported: ofServer, deletion: 'all' },
  playlist_tracks: { deletion: 'all' },
  feed_changes: {
    notExported: derived,
    deletion: { stays: 'Ids of feeds that changed, for an hour.' },
  },
  credits: { deletion: { stays: 'Its name in credits of others, who wrote it, without a link.' } },
  pins: { deletion: 'all' },
  share_links: { deletion: 'all' },
  share_listens: { notExported: unfinished, deletion: 'all' },
  share_notes: { deletion: 'all' },
  notifications: { deletion: { stays: 'Its id in what others were told, for 90 days.' } },
  announcements: { deletion: 'all' },
  notification_settings: { deletion: 'all' },
  push_subscriptions: { deletion: 'all' },
  push_messages: {
    notExported: unfinished,
    deletion: { stays: 'Ids of what was sent, for two days.' },
  },
  saved_playlists: { deletion: 'all' },
  reposts: { deletion: 'all' },
  listens: { deletion: 'all' },
  library_settings: { deletion: 'all' },
  scrobbling_accounts: { deletion: 'all' },
  scrobbles: { deletion: 'all' },
  player_states: {
    deletion: { stays: 'Ids of its tracks in queues of others, who no longer see them.' },
  },
  sessions: { deletion: 'all' },
  app_credentials: { deletion: 'all' },
  login_attempts: { notExported: unfinished, deletion: nobody },
  uploads: { deletion: 'all' },
  upload_analyses: { notExported: unfinished, deletion: 'all' },
  exports: {
    notExported: unfinished,
    deletion: { stays: 'What the archives of others say of it, for a day.' },
  },
  export_links: { notExported: unfinished, deletion: 'all' },
  reported_items: { deletion: 'all' },
  reports: { deletion: { stays: 'What it reported, without its name.' } },
  report_decisions: {
    notExported: ofModeration,
    deletion: not('They name administrators only, as long as they exist.'),
  },
  removals: { deletion: 'all' },
  removed_files: {
    notExported: ofModeration,
    deletion: { stays: 'What moderators removed cannot be uploaded again.' },
  },
  audit_log: { notExported: ofModeration, deletion: { stays: 'The names of that time.' } },
  invites: { deletion: not('They name administrators only, as long as they exist.') },
  invite_uses: { deletion: { stays: 'The subject with which it was created.' } },
  plays: { notExported: unfinished, deletion: 'all' },
  pending_plays: { notExported: unfinished, deletion: 'all' },
  track_daily_stats: { deletion: 'all' },
  playlist_daily_stats: { deletion: 'all' },
  track_referrers: { deletion: 'all' },
  track_retention: { deletion: 'all' },
  retention_listens: { notExported: unfinished, deletion: 'all' },
  daily_plays: { notExported: derived, deletion: nobody },
  genre_counts: { notExported: derived, deletion: nobody },
  track_tallies: { notExported: derived, deletion: nobody },
  top_tracks: { notExported: derived, deletion: 'all' },
  top_tracks_least: {
    notExported: derived,
    deletion: { stays: 'The id of one of its tracks, until the list is made anew.' },
  },
  search_words: {
    notExported: derived,
    deletion: not('Words of all content together, counted anew each night.'),
  },
  accounts: { deletion: 'all' },
  link_tokens: { notExported: ofServer, deletion: 'all' },
  passkeys: { deletion: 'all' },
  passkey_challenges: {
    notExported: unfinished,
    deletion: not('They name hashes of sessions, for ten minutes.'),
  },
  provider_records: { notExported: ofServer, deletion: 'all' },
  rate_limits: { notExported: unfinished, deletion: nobody },
  provider_keys: { notExported: ofServer, deletion: nobody },
}
