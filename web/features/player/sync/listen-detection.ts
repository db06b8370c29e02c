/** A listen: this many seconds of a track have sounded, or half of it. */
const listenAfter = 30
/** The same for services outside of the site. */
export const scrobbleAfter = 4 * 60

/** The position jumps at these events, or may have: what is between did not sound. */
const jumps = ['emptied', 'loadedmetadata', 'seeking', 'seeked', 'playing', 'pause'] as const

/**
 * Calls `onListen` once for each time that a track is played for long enough. Only what sounds counts, not what is
 * skipped. A track that is repeated counts again.
 */
export function connectListenDetection<Track extends { id: string; duration: number | null }>(
  audio: Pick<HTMLAudioElement, 'currentTime' | 'duration' | 'seeking' | 'addEventListener'>,
  player: {
    state: () => { currentTrack: Track | null }
    subscribe: (listener: () => void) => unknown
  },
  onListen: (track: Track, seconds: number) => void,
  after = listenAfter,
): void {
  let track: Track | null = null
  let last = 0
  let seconds = 0
  let isReported = false
  function start(next: Track | null) {
    track = next
    seconds = 0
    isReported = false
  }
  function jump() {
    last = audio.currentTime
  }
  function tick() {
    const position = audio.currentTime
    if (!audio.seeking) seconds += Math.max(0, position - last)
    last = position
    const duration = track?.duration || audio.duration
    const needed = duration > 0 ? Math.min(after, duration / 2) : after
    if (!track || isReported || seconds < needed) return
    isReported = true
    onListen(track, seconds)
  }
  player.subscribe(() => {
    const { currentTrack } = player.state()
    if (currentTrack?.id !== track?.id) start(currentTrack)
  })
  start(player.state().currentTrack)
  jump()
  for (const event of jumps) audio.addEventListener(event, jump)
  audio.addEventListener('timeupdate', tick)
  audio.addEventListener('ended', () => {
    tick()
    start(track)
  })
}
