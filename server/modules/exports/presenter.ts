import type { DataExport } from '#contract/account.ts'
import type {
  ExportContent,
  ExportRow,
  findPlayerState,
  findProfile,
  listFollows,
  listHistory,
  listLikes,
  listPlaylists,
  listPlaylistTracks,
  listSavedPlaylists,
  listTracks,
} from './repository.ts'

type Rows<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>
type ExportFile = ExportContent['files'][number]

type Source = {
  profile: NonNullable<Rows<typeof findProfile>>
  tracks: Rows<typeof listTracks>
  playlists: Rows<typeof listPlaylists>
  playlistTracks: Rows<typeof listPlaylistTracks>
  savedPlaylists: Rows<typeof listSavedPlaylists>
  likes: Rows<typeof listLikes>
  follows: Rows<typeof listFollows>
  history: Rows<typeof listHistory>
  player: Rows<typeof findPlayerState>
  nameOf(kind: ExportFile['kind'], id: string): string | null
}

/** The JSON files of an archive, by name. */
export function presentDocuments(source: Source): Record<string, unknown> {
  const { profile, nameOf } = source
  const { profileImageUrl: _image, ...texts } = profile
  const entries = Map.groupBy(source.playlistTracks, ({ playlistId }) => playlistId)
  return {
    'profile.json': { ...texts, image: nameOf('avatar', profile.id) },
    'tracks.json': source.tracks.map(
      ({ search: _search, audioUrl: _audio, artworkUrl: _artwork, userId: _user, ...track }) => ({
        ...track,
        audio: nameOf('audio', track.id),
        artwork: nameOf('artwork', track.id),
      }),
    ),
    'playlists.json': source.playlists.map(
      ({ search: _search, coverUrl: _cover, userId: _user, ...playlist }) => ({
        ...playlist,
        cover: nameOf('cover', playlist.id),
        tracks: (entries.get(playlist.id) ?? []).map(({ track }) => track),
      }),
    ),
    'saved-playlists.json': source.savedPlaylists,
    'likes.json': source.likes,
    'follows.json': source.follows,
    'history.json': source.history,
    'player.json': source.player,
  }
}

export function presentExport(row: ExportRow | undefined, url: string | null): DataExport {
  if (!row) return { state: 'none', progress: 0, url: null, expiresAt: null }
  const { state, done, total, expiresAt } = row
  return {
    state,
    progress: state === 'ready' ? 1 : total === 0 ? 0 : done / total,
    url,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
