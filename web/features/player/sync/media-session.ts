import { imageWidths } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { artistName } from '#web/lib/display-name.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
import { skipBy } from '../engine/seeking.ts'
import { isLong, skipStep } from '../playback-options.ts'
import { hasNext, hasPrevious } from '../queue/queue.ts'
import type { Player, PlayerState } from '../store.ts'

/** Media Session API: lock screens, media keys and headsets. */

/** Seconds. */
const defaultSeekOffset = 10

/** The browser extrapolates the position between these events. */
const positionEvents = ['playing', 'pause', 'seeked', 'durationchange', 'ratechange'] as const

type MediaSessionDeps = {
  session: MediaSession
  audio: Pick<HTMLAudioElement, 'addEventListener'>
  player: Player
  position: PlaybackPosition
}

export function connectMediaSession({ session, audio, player, position }: MediaSessionDeps): void {
  let synced: PlayerState | null = null
  function syncPosition() {
    const duration = position.duration()
    if (duration > 0)
      session.setPositionState?.({
        duration,
        position: Math.min(duration, position.current()),
        playbackRate: player.state().speed,
      })
  }
  function syncState() {
    const state = player.state()
    const { currentTrack: track } = state
    if (track !== synced?.currentTrack) {
      session.metadata = track && new MediaMetadata(trackMetadata(track))
      // A track that follows without a gap causes no event of the element.
      if (track && !state.loading) syncPosition()
    }
    if (state.queue !== synced?.queue)
      for (const [action, handler] of Object.entries(actionHandlers(player, position)))
        setHandler(session, action as MediaSessionAction, track && handler)
    session.playbackState = playbackState(state)
    synced = state
  }
  player.subscribe(syncState)
  for (const event of positionEvents) audio.addEventListener(event, syncPosition)
  syncState()
}

export function playbackState(state: PlayerState): MediaSessionPlaybackState {
  if (!state.currentTrack) return 'none'
  // Loading the next track does not count as paused.
  return state.isPlaying || state.loading || state.reconnecting ? 'playing' : 'paused'
}

export function trackMetadata(track: Track): MediaMetadataInit {
  return {
    title: track.title,
    artist: artistName(track),
    artwork: imageWidths.map((width) => ({
      src: artworkUrl(track, width),
      sizes: `${width}x${width}`,
    })),
  }
}

/** Null removes a button: previous and next are offered only when there is such a track. */
export function actionHandlers(player: Player, position: PlaybackPosition) {
  const { queue } = player.state()
  const skip = (direction: 1 | -1, { seekOffset }: MediaSessionActionDetails) => {
    const { currentTrack } = player.state()
    const step = currentTrack && isLong(currentTrack) ? skipStep : defaultSeekOffset
    skipBy(player, position, direction * (seekOffset ?? step))
  }
  return {
    play: () => void (player.state().isPlaying || player.toggle()),
    pause: () => void (player.state().isPlaying && player.toggle()),
    stop: player.stop,
    previoustrack: hasPrevious(queue) ? player.previous : null,
    nexttrack: hasNext(queue) ? player.next : null,
    seekto: ({ seekTime }) => seekTime !== undefined && player.seek(seekTime),
    seekbackward: (details) => skip(-1, details),
    seekforward: (details) => skip(1, details),
  } satisfies Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // The browser does not support this action.
  }
}
