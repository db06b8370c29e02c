import { Heart, Pencil } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { Track } from '#contract/tracks.ts'
import { useSession } from '#web/api/auth.ts'
import { RepostAction } from '#web/components/repost-action.tsx'
import { loadEditTrack } from '#web/components/track-menu/resumed-track-edit.tsx'
import { TrackMenu } from '#web/components/track-menu/track-menu.tsx'
import { useLike } from '#web/features/likes/use-like.ts'
import { usePlayer, useTrackPlayState } from '#web/features/player/use-player.ts'
import { AddToPlaylist } from '#web/features/playlists/add-to-playlist.tsx'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useOpenDialog } from '#web/ui/dialog-host.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'

export function TrackActions({ track }: { track: Track }) {
  const player = usePlayer()
  const { user } = useSession()
  const state = useTrackPlayState(track.id)
  const [, navigate] = useLocation()
  function play() {
    player.playTrack(track)
    const start = Number(new URLSearchParams(location.search).get('t'))
    if (!(start > 0)) return
    // Also if the track was paused elsewhere before the link was opened. Once: then the player has the position.
    if (state === 'idle' || state === 'paused') player.seek(start)
    history.replaceState(history.state, '', location.pathname)
  }
  return (
    <div className="mt-6 flex flex-wrap items-center gap-1.5 tablet:mt-8.5 tablet:gap-3">
      <PlayButton
        state={state}
        what={track.title}
        onClick={play}
        className="primary-fill-floating size-16 tablet:mr-2.5 tablet:size-19 [&>svg]:size-7 tablet:[&>svg]:size-8"
      />
      <LikeAction track={track} />
      {user?.id === track.userId && <EditAction track={track} />}
      <RepostAction kind="track" item={track} />
      <ShareButton kind="track" item={track} />
      {/* Together: where there is no space for all, the menu is not alone on a line. */}
      <span className="flex gap-1.5 tablet:gap-3">
        <AddToPlaylist track={track} variant="labeled" />
        <TrackMenu
          size="medium"
          track={track}
          onDeleted={() => navigate(paths.profile(track.userId))}
        />
      </span>
    </div>
  )
}

function EditAction({ track }: { track: Track }) {
  const player = usePlayer()
  const openDialog = useOpenDialog()
  return (
    <Button
      iconOnlyBelow="nav"
      onClick={() => openDialog(loadEditTrack, { track, onChanged: player.replaceTrack })}
    >
      <Pencil aria-hidden="true" />
      <span className="max-nav:sr-only">Edit</span>
    </Button>
  )
}

function LikeAction({ track }: { track: Track }) {
  const { liked, toggle } = useLike(track)
  return (
    <Button
      iconOnlyBelow="nav"
      aria-pressed={liked}
      onClick={toggle}
      className="aria-pressed:border-transparent aria-pressed:bg-like-soft aria-pressed:text-like"
    >
      <Heart aria-hidden="true" className={liked ? 'fill-current' : ''} />
      <span className="max-nav:sr-only">{liked ? 'Liked' : 'Like'}</span>
    </Button>
  )
}
