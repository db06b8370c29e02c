import type { Track } from '#contract/tracks.ts'
import { moveToNext, type Queue } from '../queue/queue.ts'
import { removeCurrent } from '../queue/queue-editing.ts'
import type { Player } from '../store.ts'
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
  audioUrl: (track: Track) => string
  hasFallback: (track: Track) => boolean
  /** From now on `audioUrl` returns the URL of the next format. */
  fallBack: (track: Track) => void
  isRestored: (track: Track) => boolean
  /** The track was skipped for this reason. */
  onSkip: (track: Track, reason: string) => void
  /** The track was removed from the queue. */
  onTrackRemoved: (track: Track) => void
  log: (error: unknown) => void
}

/** Diagnoses audio that fails or stalls, and then reconnects, restarts or reports the error. */
export function createRecovery(deps: RecoveryDeps) {
  const { player } = deps
  const timer = createTimer()
  const apply = createActionHandler(deps, {
    retryLater: () => timer.retryLater(() => void diagnose('reconnecting')),
    continueWith(queue) {
      continuesQueue = wasPlaying
      player.load(queue, { paused: !isActive(player) })
    },
  })
  let lastDiagnosis = 0
  let trackId: string | undefined
  let continuesQueue = false
  let wasPlaying = false
  let queued = false
  let lastId = 0

  async function diagnose(cause: PlaybackError['cause']) {
    timer.clear()
    const failedTrack = player.state().currentTrack
    if (!failedTrack) return
    lastDiagnosis += 1
    const diagnosis = lastDiagnosis
    const from = deps.position()
    const probe = await deps.probe(deps.audioUrl(failedTrack))
    if (deps.symptoms().undecodable)
      await new Promise((resolve) => setTimeout(resolve, advancesWithin))
    if (diagnosis !== lastDiagnosis || player.state().currentTrack?.id !== failedTrack.id) return
    const shouldPlay = isActive(player)
    const restored = deps.isRestored(failedTrack)
    const advanced = deps.position() > from
    const hasFallback = deps.hasFallback(failedTrack)
    const known = { probe, cause, shouldPlay, wasPlaying, restored, queued, advanced, hasFallback }
    apply(recoveryAction({ ...known, ...deps.symptoms() }))
    if (player.state().loading) timer.watch(stalledAfter, () => void diagnose('stalled'))
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
      timer.resetBackoff()
    }
    if (!loading) timer.clear()
    else if (!reconnecting) timer.watch(stalledAfter, () => void diagnose('stalled'))
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
      timer.resetBackoff()
      if (player.state().reconnecting) void diagnose('reconnecting')
    },
  }
}

type Callbacks = { retryLater: () => void; continueWith: (queue: Queue) => void }

function isActive(player: Player): boolean {
  const { isPlaying, loading } = player.state()
  return isPlaying || loading
}

function createActionHandler(
  { player, ...deps }: RecoveryDeps,
  { retryLater, continueWith }: Callbacks,
) {
  let retried: Track | null = null
  let restarts = 0
  let restartedAt = Number.NEGATIVE_INFINITY
  function restart() {
    const position = deps.position()
    restarts = Math.abs(position - restartedAt) > 1 ? 1 : restarts + 1
    restartedAt = position
    if (restarts > maxRestarts) return fail('Audio playback failed')
    player.load(player.state().queue, { position, reconnecting: true })
  }
  function skip(reason: string) {
    const { currentTrack, queue } = player.state()
    if (!currentTrack) return
    if (retried !== currentTrack) {
      // A connection that breaks before the first byte looks the same to the audio element.
      retried = currentTrack
      player.load(queue, { position: deps.position() })
      return
    }
    retried = null
    const next = moveToNext(queue)
    if (!next) return fail(reason)
    deps.onSkip(currentTrack, reason)
    continueWith(next)
  }
  function remove(reason: string) {
    const { currentTrack, queue } = player.state()
    const next = removeCurrent(queue)
    if (!next || !currentTrack) return fail(reason)
    deps.onTrackRemoved(currentTrack)
    continueWith(next)
  }
  function fallBack() {
    const { currentTrack, queue } = player.state()
    if (!currentTrack) return
    deps.fallBack(currentTrack)
    player.load(queue, { position: deps.position(), paused: !isActive(player) })
  }
  function fail(error: string) {
    player.update({ loading: false, isPlaying: false, reconnecting: false, error })
  }
  return (action: RecoveryAction) => {
    if (action.type === 'restart') restart()
    if (action.type === 'fallback') fallBack()
    if (action.type === 'skip') skip(action.message)
    if (action.type === 'remove') remove(action.message)
    if (action.type === 'fail') {
      if (action.error) deps.log(action.error)
      fail(action.message)
    }
    if (action.type === 'reconnect') {
      player.update({ loading: true, isPlaying: false, reconnecting: true, error: null })
      retryLater()
    }
  }
}

/** One pending diagnosis at most: of a stalled track, or the next attempt to reconnect. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    clear,
    resetBackoff() {
      attempt = 0
    },
    retryLater(task: () => void) {
      clear()
      timer = setTimeout(task, backoff[Math.min(attempt, backoff.length - 1)])
      attempt += 1
    },
    /** Does nothing while a timer is pending. */
    watch(delay: number, task: () => void) {
      timer ??= setTimeout(task, delay)
    },
  }
}
