import type { QueryClient } from '@tanstack/react-query'
import type { PlaylistDetail } from '#contract/playlists.ts'
import type { Track } from '#contract/tracks.ts'
import { paths } from '#web/lib/paths.ts'

/** Changes a track in every playlist that is on screen or kept. */
export function changeTrackInPlaylists(
  queryClient: QueryClient,
  change: (track: Track) => Track,
): void {
  queryClient.setQueriesData<PlaylistDetail>(
    { queryKey: [paths.api.playlists] },
    (known) =>
      known && {
        ...known,
        playlistTracks: known.playlistTracks.map((entry) => ({
          ...entry,
          track: change(entry.track),
        })),
      },
  )
}
