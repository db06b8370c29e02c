import type { DataExport } from '#contract/account.ts'
import type { ExportContent, ExportRow } from './repository.ts'
import type { ExportSource } from './source-repository.ts'

type ExportFile = ExportContent['files'][number]

/** The JSON files of an archive, by name. */
export function presentDocuments(
  source: ExportSource & { notifications: unknown },
  nameOf: (kind: ExportFile['kind'], id: string) => string | null,
): Record<string, unknown> {
  const { profileImageUrl: _image, ...texts } = source.profile
  const entries = Map.groupBy(source.playlistTracks, ({ playlistId }) => playlistId)
  const versions = Map.groupBy(source.versions, ({ trackId }) => trackId)
  const versionsOf = (id: string) =>
    (versions.get(id) ?? []).map(({ id, trackId, audioPath, ...version }) => ({
      ...version,
      audio: nameOf('version', id),
    }))
  const credits = Map.groupBy(source.credits, ({ itemId }) => itemId)
  const creditsOf = (id: string) => (credits.get(id) ?? []).map(({ credit }) => credit)
  return {
    'profile.json': { ...texts, image: nameOf('avatar', source.profile.id) },
    'tracks.json': source.tracks.map(
      ({ search, audioPath, artworkPath, opusPath, aacPath, userId, flushedPlays, ...track }) => ({
        ...track,
        playCount: flushedPlays,
        credits: creditsOf(track.id),
        audio: nameOf('audio', track.id),
        artwork: nameOf('artwork', track.id),
        versions: versionsOf(track.id),
      }),
    ),
    'playlists.json': source.playlists.map(
      ({ search: _search, coverPath: _cover, userId: _user, ...playlist }) => ({
        ...playlist,
        credits: creditsOf(playlist.id),
        cover: nameOf('cover', playlist.id),
        tracks: (entries.get(playlist.id) ?? []).map(({ track }) => track),
      }),
    ),
    'pins.json': source.pins.map(({ trackId, playlistId }) =>
      trackId ? { kind: 'track', id: trackId } : { kind: 'playlist', id: playlistId },
    ),
    'saved-playlists.json': source.savedPlaylists,
    'likes.json': source.likes,
    'reposts.json': source.reposts,
    'follows.json': source.follows,
    'blocks.json': source.blocks,
    'comments.json': source.comments,
    'history.json': source.history,
    'player.json': source.player,
    'notifications.json': source.notifications,
    'scrobbling.json': source.scrobbling,
    'share-links.json': source.shareLinks.map((link) => ({
      ...link,
      notes: source.shareNotes.filter(({ linkId }) => linkId === link.id),
    })),
  }
}

export function presentExport(row: ExportRow | undefined, url: string | null): DataExport {
  if (!row) return { state: 'none', progress: 0, url: null, bytes: null, expiresAt: null }
  const { state, done, total, bytes, expiresAt } = row
  return {
    state,
    progress: state === 'ready' ? 1 : total === 0 ? 0 : done / total,
    url,
    bytes: state === 'ready' ? bytes : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
