import { imageWidths } from '#contract/limits.ts'
import type { Track } from '#contract/tracks.ts'
import { artistName } from '#web/lib/artist-name.ts'
import { paths } from '#web/lib/paths.ts'
import type { PlaybackPosition } from './playback-position.ts'
import { hasNext, hasPrevious } from './queue.ts'
import type { Player, PlayerState } from './store.ts'

/** Lock screens, media keys and headsets. */

const defaultSkip = 10

/** After these the position is no longer what the lock screen works out by itself. */
const moves = ['playing', 'pause', 'seeked', 'durationchange'] as const

type Parts = {
  session: MediaSession
  audio: Pick<HTMLAudioElement, 'addEventListener'>
  player: Player
  position: PlaybackPosition
  makeMetadata: (init: MediaMetadataInit) => MediaMetadata
}

export function connectMediaSession({
  session,
  audio,
  player,
  position,
  makeMetadata,
}: Parts): void {
  let shown: PlayerState | null = null
  function tellState() {
    const state = player.state()
    if (state.currentTrack !== shown?.currentTrack)
      session.metadata = state.currentTrack && makeMetadata(metadataOf(state.currentTrack))
    if (state.queue !== shown?.queue)
      for (const [action, handler] of Object.entries(handlersFor(player, position)))
        handle(session, action as MediaSessionAction, handler)
    session.playbackState = playbackState(state)
    shown = state
  }
  player.subscribe(tellState)
  for (const move of moves) audio.addEventListener(move, () => tellPosition(session, position))
  tellState()
}

export function playbackState(state: PlayerState): MediaSessionPlaybackState {
  if (!state.currentTrack) return 'none'
  // Between two tracks nothing is paused.
  return state.isPlaying || state.loading || state.reconnecting ? 'playing' : 'paused'
}

export function metadataOf(track: Track): MediaMetadataInit {
  return {
    title: track.title,
    artist: artistName(track),
    artwork: imageWidths.map((width) => ({
      src: paths.artwork(track, width),
      sizes: `${width}x${width}`,
    })),
  }
}

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>

/** Null takes a button away: previous and next are there only when they lead somewhere. */
export function handlersFor(player: Player, position: PlaybackPosition): Handlers {
  const { queue, currentTrack } = player.state()
  if (!currentTrack) return Object.fromEntries(allActions.map((action) => [action, null]))
  const resume = () => player.state().isPlaying || player.toggle()
  const skip = (direction: 1 | -1, { seekOffset }: MediaSessionActionDetails) =>
    player.seek(
      within(position.current() + direction * (seekOffset ?? defaultSkip), position.duration()),
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

function handle(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // An action that this browser does not know.
  }
}

function tellPosition(session: MediaSession, position: PlaybackPosition) {
  const duration = position.duration()
  if (duration > 0)
    session.setPositionState?.({
      duration,
      position: within(position.current(), duration),
      playbackRate: 1,
    })
}

const within = (time: number, duration: number) => Math.min(duration, Math.max(0, time))
