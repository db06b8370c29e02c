import type { Track } from '#contract/tracks.ts'
import { type Trouble, type Verdict, verdictOn } from './error-policy.ts'
import type { Finding } from './fetch-audio.ts'
import type { Player } from './store.ts'

/** Milliseconds between two looks at whether the server is back; the last goes on for ever. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000]
/** A track that waits for data this long is looked into. */
const stalledAfter = 3_000
/** Begun anew this often with no second of sound between, a file is given up. */
const mostRestarts = 3

type RecoveryParts = {
  player: Player
  position: () => number
  /** What the element knows about its trouble. */
  symptoms: () => Pick<Trouble, 'undecodable' | 'stuck'>
  probe: (address: string) => Promise<Finding>
  audioUrl: (track: Track) => string
  isRestored: (track: Track) => boolean
  log: (problem: unknown) => void
}

export type Recovery = ReturnType<typeof createRecovery>

/** When the sound does not come: finds out why, then tells it or waits until it can go on. */
export function createRecovery(parts: RecoveryParts) {
  const { player } = parts
  const timer = createTimer()
  const act = actor(parts, () => timer.back(() => void look('waiting')))
  let looks = 0
  let track: Track | null = null
  let goesOn = false
  let wasGoing = false

  async function look(cause: Trouble['cause']) {
    timer.clear()
    const suspect = player.state().currentTrack
    if (!suspect) return
    looks += 1
    const mine = looks
    const finding = await parts.probe(parts.audioUrl(suspect))
    const { currentTrack, isPlaying, loading } = player.state()
    if (mine !== looks || currentTrack !== suspect) return
    const wanted = isPlaying || loading
    const restored = parts.isRestored(suspect)
    const trouble = { finding, cause, wanted, wasGoing, restored, ...parts.symptoms() }
    act(verdictOn(trouble))
    if (player.state().loading) timer.watch(stalledAfter, () => void look('stalled'))
  }

  player.subscribe(() => {
    const { currentTrack, isPlaying, loading, reconnecting } = player.state()
    if (currentTrack !== track) {
      track = currentTrack
      wasGoing = goesOn
      goesOn = false
    }
    if (isPlaying && !loading) {
      wasGoing = true
      timer.reset()
    }
    if (!loading) timer.clear()
    else if (!reconnecting) timer.watch(stalledAfter, () => void look('stalled'))
  })

  return {
    failed: () => void look('failed'),
    /** The next track, if any, is to go on where this one ended. */
    ended() {
      goesOn = true
    },
    online() {
      timer.reset()
      if (player.state().reconnecting) void look('waiting')
    },
  }
}

function actor(parts: RecoveryParts, tryLater: () => void) {
  const { player } = parts
  let restarts = 0
  let restartedAt = Number.NEGATIVE_INFINITY
  function restart() {
    const at = parts.position()
    restarts = Math.abs(at - restartedAt) > 1 ? 1 : restarts + 1
    restartedAt = at
    if (restarts > mostRestarts) return tell('Audio playback failed')
    player.load(player.state().queue, { at, reconnecting: true })
  }
  function tell(error: string) {
    player.update({ loading: false, isPlaying: false, reconnecting: false, error })
  }
  return (verdict: Verdict) => {
    if (verdict.act === 'restart') restart()
    if (verdict.act === 'tell') {
      if (verdict.problem) parts.log(verdict.problem)
      tell(verdict.error)
    }
    if (verdict.act === 'wait') {
      player.update({ loading: true, isPlaying: false, reconnecting: true, error: null })
      tryLater()
    }
  }
}

/** One thing to come: a look at a stalled track, or at a server that is away. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  const clear = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    clear,
    reset() {
      attempt = 0
    },
    /** Later each time. */
    back(task: () => void) {
      clear()
      timer = setTimeout(task, waits[Math.min(attempt, waits.length - 1)])
      attempt += 1
    },
    /** Unless something is under way already. */
    watch(delay: number, task: () => void) {
      timer ??= setTimeout(task, delay)
    },
  }
}
