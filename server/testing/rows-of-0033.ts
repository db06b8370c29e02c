import { randomUUID } from 'node:crypto'
import { createPasswordHasher } from '#server/modules/accounts/sign-in/passwords.ts'
import { hashToken } from '#server/platform/secrets/secrets.ts'
import type { Insert } from './migrate-to.ts'
import { fixture } from './sample-files.ts'

export const account = { email: 'ines.calder@example.org', password: 'correct horse battery' }
export const tokens = {
  session: randomUUID(),
  artistSession: randomUUID(),
  reset: randomUUID(),
  export: 'e'.repeat(43),
}
export const ids = {
  owner: randomUUID(),
  artist: randomUUID(),
  suspended: randomUUID(),
  account: randomUUID(),
  track: randomUUID(),
  pending: randomUUID(),
  removed: randomUUID(),
  playlist: randomUUID(),
  foreignPlaylist: randomUUID(),
  item: randomUUID(),
  decided: randomUUID(),
  invite: randomUUID(),
  device: randomUUID(),
}

const uuids = { audio: randomUUID(), removed: randomUUID(), pending: randomUUID() }
const audioKey = (file: keyof typeof uuids) => `audio/${uuids[file]}.mp3`
export const audioKeys = [audioKey('audio'), audioKey('removed'), audioKey('pending')]
const tone = fixture('tone.mp3')
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)
const soon = () => ago(-24)

/** Rows as migration 0033 left the tables: SQL of that version, because the factories write the current one. */
export async function insertRowsOf0033(insert: Insert, secretId: string): Promise<void> {
  await insertUsers(insert, secretId)
  await insertContent(insert)
  await insertListening(insert)
  await insertModeration(insert)
}

async function insertUsers(insert: Insert, secretId: string) {
  const password_hash = await createPasswordHasher({ log2N: 8, r: 8, p: 1 }).hash(account.password)
  const display_name = 'Ines Calder'
  await insert('accounts', { id: ids.account, email: account.email, password_hash, display_name })
  for (const [username, id, subject] of [
    ['ines.calder', ids.owner, ids.account],
    ['artist', ids.artist, randomUUID()],
    ['suspended', ids.suspended, randomUUID()],
  ])
    await insert('users', {
      id,
      username,
      display_name: username,
      issuer: 'built-in',
      subject,
      suspended_at: username === 'suspended' ? ago(2) : null,
    })
  await insert('passkeys', {
    account_id: ids.account,
    name: 'Phone',
    credential_id: 'credential',
    public_key: 'key',
    counter: 7,
    transports: ['internal'],
  })
  const startedAt = ago(1).toISOString()
  for (const [token, userId, used_at] of [
    [tokens.session, ids.owner, ago(1)],
    // Of a version before the column.
    [randomUUID(), ids.owner, null],
    [tokens.artistSession, ids.artist, ago(1)],
  ] as const) {
    const sess = { userId, startedAt, idToken: '', secretId }
    await insert('sessions', { sid: hashToken(token), sess, expire: soon(), used_at })
  }
  await insert('link_tokens', {
    token_hash: hashToken(tokens.reset),
    kind: 'reset-password',
    account_id: ids.account,
    expires_at: soon(),
  })
  await insert('follows', { follower_id: ids.owner, following_id: ids.artist })
}

async function insertContent(insert: Insert) {
  const tracks = [
    { id: ids.track, user: ids.artist, title: 'Salt Marsh', file: 'audio', privacy: 'public' },
    { id: ids.pending, user: ids.owner, title: 'Pending', file: 'pending', privacy: 'private' },
    { id: ids.removed, user: ids.suspended, title: 'Removed', file: 'removed', privacy: 'private' },
  ] as const
  for (const { id, user, title, file, privacy } of tracks) {
    const isReady = file === 'audio'
    const object_path = `/objects/${audioKey(file)}`
    await insert('uploads', {
      user_id: user,
      key: audioKey(file),
      state: 'used',
      kind: 'audio',
      object_path,
      content_type: 'audio/mpeg',
      size: tone.length,
      duration: 2,
      registered_at: ago(2),
    })
    await insert('tracks', {
      id,
      user_id: user,
      title,
      slug: title.toLowerCase().replace(' ', '-'),
      privacy,
      genre: 'ambient',
      tags: ['sea'],
      audio_url: object_path,
      duration: 2,
      play_count: 5,
      like_count: isReady ? 1 : 0,
      ...(isReady && { processing: 'ready', loudness: -14.5, audio_bytes: tone.length }),
    })
    await insert('audio_analyses', {
      track_id: id,
      // A server that no longer runs had started the pending one.
      ...(isReady
        ? { state: 'ready', analyzed_at: ago(1), levels: Buffer.alloc(200, 255) }
        : { attempts: 1, lease: randomUUID(), leased_at: ago(1) }),
    })
  }
  await insert('uploads', {
    user_id: ids.owner,
    key: `uploads/${randomUUID()}`,
    writer: randomUUID(),
    written_at: ago(1),
    received: 4711,
  })
  for (const [id, user_id, title] of [
    [ids.playlist, ids.owner, 'Evening'],
    [ids.foreignPlaylist, ids.artist, 'Morning'],
  ] as const) {
    await insert('playlists', { id, user_id, title, slug: title.toLowerCase(), track_count: 1 })
    await insert('playlist_tracks', { playlist_id: id, track_id: ids.track })
  }
}

async function insertListening(insert: Insert) {
  const [user_id, track_id] = [ids.owner, ids.track]
  await insert('likes', { user_id, track_id })
  await insert('comments', { user_id, track_id, content: 'A comment' })
  await insert('saved_playlists', { user_id, playlist_id: ids.foreignPlaylist })
  await insert('hearings', { user_id, track_id, day: '2026-11-01', heard_at: ago(3) })
  await insert('library_settings', { user_id, history_enabled: false, history_since: ago(90) })
  await insert('plays', { track_id, listener: randomUUID() })
  await insert('pending_plays', { track_id, plays: 2 })
  await insert('daily_plays', { day: new Date().toISOString().slice(0, 10), plays: 7 })
  const state = {
    playing: false,
    position: 12.5,
    tracks: [track_id],
    index: 0,
    added: [],
    original: null,
    source: 'Evening',
    repeat: 'all',
    resume: [{ trackId: track_id, position: 1 }],
  }
  await insert('player_states', { user_id, version: 3, device_id: ids.device, state })
  const id = randomUUID()
  const content = { documents: { 'profile.json': { username: 'ines.calder' } }, files: [] }
  await insert('exports', { id, user_id, state: 'ready', content, expires_at: soon() })
  await insert('export_links', { token_hash: hashToken(tokens.export), export_id: id })
  // Waits for a server, as does the analysis.
  await insert('exports', { user_id: ids.artist, leased_at: ago(1) })
}

async function insertModeration(insert: Insert) {
  const [reporter_id, actor_id] = [ids.owner, ids.artist]
  await insert('reported_items', { id: ids.item, kind: 'track', track_id: ids.track })
  await insert('reports', { item_id: ids.item, reporter_id, reason: 'spam', text: 'Why' })
  const item_id = ids.decided
  await insert('reported_items', {
    id: item_id,
    kind: 'track',
    track_id: ids.removed,
    is_open: false,
  })
  await insert('reports', { item_id, reporter_id, reason: 'copyright', is_mailed: true })
  await insert('report_decisions', { item_id, decision: 'remove', reason: 'Not theirs', actor_id })
  const removal = { track_id: ids.removed, privacy: 'public' }
  await insert('removals', { ...removal, reason: 'Not theirs', is_owner_suspended: true })
  await insert('removed_files', { track_id: ids.removed, size: tone.length, sha256: 'a hash' })
  await insert('audit_log', {
    actor_id,
    actor_name: 'artist',
    action: 'user.suspend',
    target_kind: 'user',
    target_id: ids.suspended,
    target_name: 'suspended',
    detail: 'Spam',
  })
  await insert('invites', {
    id: ids.invite,
    token_hash: hashToken('invite'),
    note: 'For friends',
    max_uses: 3,
    uses: 1,
    expires_at: soon(),
    created_by: actor_id,
  })
  const identity = { issuer: 'built-in', subject: ids.account }
  await insert('invite_uses', { invite_id: ids.invite, ...identity })
}
