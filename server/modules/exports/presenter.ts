import type { DataExport } from '#contract/account.ts'
import type { ExportContent, ExportRow } from './repository.ts'
import type {
  listCredits,
  listPins,
  listPlaylistTracks,
  listShareLinks,
  listShareNotes,
  Owned,
} from './source-repository.ts'

type ExportFile = ExportContent['files'][number]
/** The name that a file has in the archive; null if it is not there. */
export type FileName = (kind: ExportFile['kind'], id: string) => string | null
type Rows<List extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<List>>
type Credits = Rows<typeof listCredits>

export function presentProfile(
  { profileImageUrl: _image, ...texts }: Owned['profile'],
  nameOf: FileName,
) {
  return { ...texts, image: nameOf('avatar', texts.id) }
}

const textsOf = (credits: Credits = []) => credits.map(({ credit }) => credit)

export function presentTracks({ tracks, versions }: Owned, credits: Credits, nameOf: FileName) {
  const byTrack = Map.groupBy(versions, ({ trackId }) => trackId)
  const versionsOf = (id: string) =>
    (byTrack.get(id) ?? []).map(({ id, trackId, audioPath, ...version }) => ({
      ...version,
      audio: nameOf('version', id),
    }))
  const credited = Map.groupBy(credits, ({ itemId }) => itemId)
  return tracks.map(
    ({ search, audioPath, artworkPath, opusPath, aacPath, userId, flushedPlays, ...track }) => ({
      ...track,
      playCount: flushedPlays,
      credits: textsOf(credited.get(track.id)),
      audio: nameOf('audio', track.id),
      artwork: nameOf('artwork', track.id),
      versions: versionsOf(track.id),
    }),
  )
}

export function presentPlaylists(
  { playlists }: Owned,
  { credits, entries }: { credits: Credits; entries: Rows<typeof listPlaylistTracks> },
  nameOf: FileName,
) {
  const byPlaylist = Map.groupBy(entries, ({ playlistId }) => playlistId)
  const credited = Map.groupBy(credits, ({ itemId }) => itemId)
  return playlists.map(({ search: _search, coverPath: _cover, userId: _user, ...playlist }) => ({
    ...playlist,
    credits: textsOf(credited.get(playlist.id)),
    cover: nameOf('cover', playlist.id),
    tracks: (byPlaylist.get(playlist.id) ?? []).map(({ track }) => track),
  }))
}

export const presentPin = ({ trackId, playlistId }: Rows<typeof listPins>[number]) =>
  trackId ? { kind: 'track', id: trackId } : { kind: 'playlist', id: playlistId }

export const presentShareLinks = (
  links: Rows<typeof listShareLinks>,
  notes: Rows<typeof listShareNotes>,
) => links.map((link) => ({ ...link, notes: notes.filter(({ linkId }) => linkId === link.id) }))

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
