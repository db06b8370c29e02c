import type { Track } from '#contract/tracks.ts'
import { moveToNext, type Queue } from '../queue/queue.ts'
import { removeCurrent } from '../queue/queue-editing.ts'
import type { Player } from '../store.ts'
import type { AudioSources } from './audio-sources.ts'
import { type PlaybackError, type RecoveryAction, recoveryAction } from './error-policy.ts'
import type { ProbeResult } from './fetch-audio.ts'

/** Milliseconds between two attempts to reconnect; the last delay repeats. */
const backoff = [1_000, 2_000, 4_000, 8_000, 15_000]
/** Milliseconds without data after which a track is probed. */
const stalledAfter = 3_000
/** Milliseconds in which a failed element that plays all the same advances. */
const advancesWithin = 500
/** Restarts at the same position after which a file is given up. */
const maxRestarts = 3

type RecoveryDeps = {
  player: Player
  position: () => number
  /** What the audio element knows about the failure. */
  symptoms: () => Pick<PlaybackError, 'undecodable' | 'unsupported' | 'timedOut'>
  probe: (url: string) => Promise<ProbeResult>
  sources: Pick<AudioSources, 'url' | 'hasFallback' | 'fallBack'>
  isRestored: (track: Track) => boolean
  /** The track cannot be played, and was skipped if another one follows. */
  onUnplayable: (track: Track, reason: { detail: string; isSkipped: boolean }) => void
  /** The track was removed from the queue. */
  onTrackRemoved: (track: Track) => void
}

/** Diagnoses audio that fails or stalls, and then reconnects, restarts or reports the error. */
export function createRecovery(deps: RecoveryDeps) {
  const { player, sources } = deps
  /** One pending diagnosis at most: of a stalled track, or the next attempt to reconnect. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let lastDiagnosis = 0
  let trackId: string | undefined
  let continuesQueue = false
  let wasPlaying = false
  let queued = false
  let lastId = 0
  let retried: Track | null = null
  let restarts = 0
  let restartedAt = Number.NEGATIVE_INFINITY

  const isActive = () => player.state().isPlaying || player.state().loading

  function clearTimer() {
    clearTimeout(timer)
    timer = undefined
  }
  function watch() {
    timer ??= setTimeout(() => void diagnose('stalled'), stalledAfter)
  }

  async function diagnose(cause: PlaybackError['cause']) {
    clearTimer()
    const track = player.state().currentTrack
    if (!track) return
    lastDiagnosis += 1
    const diagnosis = lastDiagnosis
    const from = deps.position()
    const probe = await deps.probe(sources.url(track))
    if (deps.symptoms().undecodable)
      await new Promise((resolve) => setTimeout(resolve, advancesWithin))
    if (diagnosis !== lastDiagnosis || player.state().currentTrack?.id !== track.id) return
    const action = recoveryAction({
      probe,
      cause,
      wasPlaying,
      queued,
      shouldPlay: isActive(),
      restored: deps.isRestored(track),
      advanced: deps.position() > from,
      hasFallback: sources.hasFallback(track),
      ...deps.symptoms(),
    })
    apply(action, player.state().currentTrack ?? track)
    if (player.state().loading) watch()
  }

  function apply(action: RecoveryAction, track: Track) {
    if (action.type === 'restart') restart()
    if (action.type === 'fallback') {
      sources.fallBack(track)
      player.load(player.state().queue, { position: deps.position(), paused: !isActive() })
    }
    if (action.type === 'skip') skip(track, action)
    if (action.type === 'remove') {
      const next = removeCurrent(player.state().queue)
      if (next) deps.onTrackRemoved(track)
      continueWith(next, action.message)
    }
    if (action.type === 'fail') {
      if (action.error) console.warn(action.error)
      fail(action.message)
    }
    if (action.type === 'reconnect') {
      player.update({ loading: true, isPlaying: false, reconnecting: true, error: null })
      clearTimer()
      timer = setTimeout(() => void diagnose('reconnecting'), backoff[attempt] ?? backoff.at(-1))
      attempt += 1
    }
  }
  function restart() {
    const position = deps.position()
    restarts = Math.abs(position - restartedAt) > 1 ? 1 : restarts + 1
    restartedAt = position
    if (restarts > maxRestarts) return fail('Audio playback failed')
    player.load(player.state().queue, { position, reconnecting: true })
  }
  function skip(track: Track, { message, detail }: { message: string; detail: string }) {
    const { queue } = player.state()
    if (retried !== track) {
      // A connection that breaks before the first byte looks the same to the audio element.
      retried = track
      return player.load(queue, { position: deps.position() })
    }
    retried = null
    const next = moveToNext(queue)
    deps.onUnplayable(track, { detail, isSkipped: next !== null })
    continueWith(next, message)
  }
  function continueWith(queue: Queue | null, reason: string) {
    if (!queue) return fail(reason)
    continuesQueue = wasPlaying
    player.load(queue, { paused: !isActive() })
  }
  function fail(error: string) {
    player.update({ loading: false, isPlaying: false, reconnecting: false, error })
  }

  function observe() {
    const { currentTrack, isPlaying, loading, reconnecting, queue } = player.state()
    // By id: an edited or newly analyzed track is another object.
    if (currentTrack?.id !== trackId) {
      trackId = currentTrack?.id
      wasPlaying = continuesQueue
      continuesQueue = false
      queued = Number(queue.entries[queue.index]?.id) <= lastId
    }
    lastId = queue.lastId
    if (isPlaying && !loading) {
      wasPlaying = true
      attempt = 0
    }
    if (!loading) clearTimer()
    else if (!reconnecting) watch()
  }
  player.subscribe(observe)
  // A track may play before this code has loaded.
  observe()

  return {
    failed: () => void diagnose('failed'),
    /** The next track of the queue continues playback. */
    ended() {
      continuesQueue = true
    },
    online() {
      attempt = 0
      if (player.state().reconnecting) void diagnose('reconnecting')
    },
  }
}
