import { imageWidths } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { artworkUrl } from '#web/lib/api-urls.ts'
import { artistName } from '#web/lib/display-name.ts'
import type { PlaybackPosition } from '../engine/playback-position.ts'
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
  createMetadata: (init: MediaMetadataInit) => MediaMetadata
}

export function connectMediaSession({
  session,
  audio,
  player,
  position,
  createMetadata,
}: MediaSessionDeps): void {
  let synced: PlayerState | null = null
  function syncState() {
    const state = player.state()
    if (state.currentTrack !== synced?.currentTrack) {
      session.metadata = state.currentTrack && createMetadata(trackMetadata(state.currentTrack))
      // A track that follows without a gap causes no event of the element.
      if (state.currentTrack && !state.loading) syncPosition(session, position, state.speed)
    }
    if (state.queue !== synced?.queue)
      for (const [action, handler] of Object.entries(actionHandlers(player, position)))
        setHandler(session, action as MediaSessionAction, handler)
    session.playbackState = playbackState(state)
    synced = state
  }
  player.subscribe(syncState)
  for (const event of positionEvents)
    audio.addEventListener(event, () => syncPosition(session, position, player.state().speed))
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

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>

/** Null removes a button: previous and next are offered only when there is such a track. */
export function actionHandlers(player: Player, position: PlaybackPosition): Handlers {
  const { queue, currentTrack } = player.state()
  if (!currentTrack) return Object.fromEntries(allActions.map((action) => [action, null]))
  const resume = () => player.state().isPlaying || player.toggle()
  const skip = (direction: 1 | -1, { seekOffset }: MediaSessionActionDetails) =>
    player.seek(
      clamp(
        position.current() +
          direction * (seekOffset ?? (isLong(currentTrack) ? skipStep : defaultSeekOffset)),
        position.duration(),
      ),
    )
  return {
    play: () => void resume(),
    pause: () => void (player.state().isPlaying && player.toggle()),
    stop: player.stop,
    previoustrack: hasPrevious(queue) ? player.previous : null,
    nexttrack: hasNext(queue) ? player.next : null,
    seekto: ({ seekTime }) => seekTime !== undefined && player.seek(seekTime),
    seekbackward: (details) => skip(-1, details),
    seekforward: (details) => skip(1, details),
  }
}

const allActions = [
  'play',
  'pause',
  'stop',
  'previoustrack',
  'nexttrack',
  'seekto',
  'seekbackward',
  'seekforward',
] as const

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

function syncPosition(session: MediaSession, position: PlaybackPosition, speed: number) {
  const duration = position.duration()
  if (duration > 0)
    session.setPositionState?.({
      duration,
      position: clamp(position.current(), duration),
      playbackRate: speed,
    })
}

const clamp = (time: number, duration: number) => Math.min(duration, Math.max(0, time))
