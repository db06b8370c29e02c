import type { Credit } from '#contract/credits.ts'
import type { Removal } from '#contract/fields.ts'
import type { Playlist, PlaylistDetail } from '#contract/playlists.ts'
import { presentTrack } from '#server/modules/tracks/presenter.ts'
import { presentUser } from '#server/modules/users/presenter.ts'
import { excerpt } from '#server/shared/excerpt.ts'
import type { ContentViewer } from '#server/viewer.ts'
import type { EntryRow } from './entries/repository.ts'
import type { PlaylistRow } from './repository.ts'

/** As every list shows it. */
export const presentPlaylist = (row: PlaylistRow): Playlist => ({
  ...presentWholePlaylist(row),
  description: row.description && excerpt(row.description),
})

export function presentWholePlaylist(row: PlaylistRow): Playlist {
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    slug: row.slug,
    description: row.description,
    type: row.type,
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
  /** Of the first of these entries. */
  offset: number
  totals: { trackCount: number; duration: number }
  isSaved: boolean
  removal: Removal | null
  credits: Credit[]
  viewer: ContentViewer | undefined
}

/** Counts and positions cover visible entries only, so that no gap reveals a hidden track. */
export function presentPlaylistDetail(
  row: PlaylistRow,
  { entries, offset, totals, isSaved, removal, credits, viewer }: DetailParts,
): PlaylistDetail {
  return {
    ...presentWholePlaylist(row),
    ...totals,
    isSaved,
    removal,
    downloadCount: row.userId === viewer?.id ? row.downloadCount : null,
    credits,
    playlistTracks: entries.map((entry, index) => ({
      id: entry.id,
      playlistId: row.id,
      trackId: entry.track.id,
      position: offset + index,
      addedAt: entry.addedAt.toISOString(),
      track: presentTrack(entry, viewer),
    })),
  }
}
