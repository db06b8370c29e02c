/** Wraps the one audio element. It lives outside React's tree, so that playback survives navigation. */

export type EngineEvents = {
  /** Playback has started or resumed. */
  playing(): void
  paused(): void
  /** Playback is stalled for lack of data. */
  waiting(): void
  ended(): void
  failed(): void
}

export type Engine = ReturnType<typeof createEngine>

export function createEngine(audio: HTMLAudioElement) {
  audio.preload = 'metadata'
  const { seek, position, cancel } = createSeek(audio)
  let volume = 1
  let gain = 1
  const setLevel = () => {
    // Assigning the same value is not free: it notifies.
    if (audio.volume !== volume * gain) audio.volume = volume * gain
  }
  /** Sets the source; the element seeks to `position` once its metadata is loaded. */
  function prepare(src: string, position = 0): void {
    audio.src = src
    // Also to 0: the element would start at a position that it was given for the previous source.
    seek(position)
  }
  return {
    prepare,
    start(src: string, position?: number): Promise<void> {
      prepare(src, position)
      return audio.play()
    },
    play: (): Promise<void> => audio.play(),
    pause: () => audio.pause(),
    stop() {
      audio.pause()
      cancel()
      audio.removeAttribute('src')
      audio.load()
    },
    seek,
    position,
    /** The element has failed; only setting the source again helps. */
    isBroken: () => audio.error !== null,
    setVolume(next: number, muted: boolean) {
      volume = next
      setLevel()
      audio.muted = muted
    },
    /** A factor from 0 to 1 on top of the volume. Without effect on iOS, where volume is the device's own. */
    setGain(next: number) {
      gain = next
      setLevel()
    },
    setSpeed(speed: number) {
      audio.preservesPitch = true
      // A new source starts with the default rate.
      audio.defaultPlaybackRate = speed
      audio.playbackRate = speed
    },
    listen(events: EngineEvents) {
      audio.addEventListener('playing', events.playing)
      audio.addEventListener('pause', () => {
        // Reaching the end fires `pause` too, followed by `ended`.
        if (!audio.ended) events.paused()
      })
      audio.addEventListener('waiting', events.waiting)
      audio.addEventListener('ended', events.ended)
      audio.addEventListener('error', () => {
        // Removing the source fires `error` too.
        if (audio.hasAttribute('src')) events.failed()
      })
    },
  }
}

/** Attempts after which a position counts as unreachable. */
const maxSeeks = 5
const seekEvents = ['loadedmetadata', 'durationchange', 'canplay', 'seeked', 'timeupdate'] as const

/**
 * Repeats a seek until the element confirms it: WebKit drops one that is made before it has parsed
 * the file. Until then the target counts as the position.
 */
function createSeek(audio: HTMLAudioElement) {
  let target: number | null = null
  let attempts = 0
  function attempt(seconds: number) {
    attempts += 1
    audio.currentTime = seconds
  }
  function confirm() {
    if (target === null || audio.seeking || !audio.readyState) return
    if (Math.abs(audio.currentTime - target) < 1 || attempts >= maxSeeks) target = null
    else attempt(target)
  }
  for (const event of seekEvents) audio.addEventListener(event, confirm)
  return {
    seek(seconds: number) {
      target = seconds
      attempts = 0
      attempt(seconds)
    },
    position: () => target ?? audio.currentTime,
    cancel() {
      target = null
    },
  }
}
