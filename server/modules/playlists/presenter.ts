import type { Credit } from '#contract/credits.ts'
import type { Removal } from '#contract/fields.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import type { ContentViewer } from '#server/viewer.ts'
import type { EntryRow } from './entries/repository.ts'
import type { PlaylistRow } from './repository.ts'

export function presentPlaylist(row: PlaylistRow): Playlist {
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    slug: row.slug,
    type: row.type,
    description: row.description,
    artist: row.artist,
    label: row.label,
    releaseDate: row.releaseDate,
    upc: row.upc,
    copyright: row.copyright,
    allowDownload: row.allowDownload,
    coverUrl: row.coverPath,
    privacy: row.privacy,
    ...(row.isRemoved && { isRemoved: row.isRemoved }),
    ...(row.publishAt && { publishAt: row.publishAt.toISOString() }),
    trackCount: row.trackCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    user: presentUser(row.user),
  }
}

type DetailParts = {
  entries: EntryRow[]
  isSaved: boolean
  removal: Removal | null
  credits: Credit[]
  viewer: ContentViewer | undefined
}

/** Counts and positions cover visible entries only, so that no gap reveals a hidden track. */
export function presentPlaylistDetail(
  row: PlaylistRow,
  { entries, isSaved, removal, credits, viewer }: DetailParts,
): PlaylistDetail {
  return {
    ...presentPlaylist(row),
    isSaved,
    removal,
    downloadCount: row.userId === viewer?.id ? row.downloadCount : null,
    credits,
    trackCount: entries.length,
    playlistTracks: entries.map((entry, position) => ({
      id: entry.id,
      playlistId: row.id,
      trackId: entry.track.id,
      position,
      addedAt: entry.addedAt.toISOString(),
      track: presentTrack(entry, viewer),
    })),
  }
}
