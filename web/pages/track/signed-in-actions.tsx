import { useLocation } from 'wouter'
import type { Track } from '#contract/tracks.ts'
import { OwnTrackMenu } from '#web/components/own-track/own-track-menu.tsx'
import { AddToPlaylistButton } from '#web/features/playlists/add-to-playlist-button.tsx'
import { paths } from '#web/lib/paths.ts'

export function SignedInActions({ track }: { track: Track }) {
  const [, navigate] = useLocation()
  return (
    <>
      <AddToPlaylistButton track={track} variant="labelled" />
      <OwnTrackMenu edge track={track} onDeleted={() => navigate(paths.profile(track.userId))} />
    </>
  )
}
