/** Play, pause, seek, position and errors of an audio element: the same under every player. */

export type TransportEvents = {
  /** Playback has started or resumed. */
  playing(): void
  paused(): void
  /** Playback is stalled for lack of data. */
  waiting(): void
  ended(): void
  /** The next track of a stream has begun, without a gap. */
  advanced(): void
  failed(): void
}

/** Plays a file by other means than its URL, and can append the next one (gapless-stream.ts). */
export type Stream = {
  /** Of the current track. */
  url: () => string
  /** Where the current track starts on the element's timeline, in seconds. */
  offset: () => number
  /** Loads what this position of the current track needs. */
  seek: (seconds: number) => void
  setNext: (url: string | null) => void
  close: () => void
}
type StreamOptions = {
  /** Where it starts, in seconds. */
  position: number
  onAdvance: () => void
  onEnded: () => void
  onError: (error: unknown) => void
}
/** Sets the source of the audio element; null for a URL that is not streamed. */
export type OpenStream = (url: string, options: StreamOptions) => Stream | null

export type Transport = ReturnType<typeof createTransport>

export function createTransport(audio: HTMLAudioElement) {
  audio.preload = 'metadata'
  let openStream: OpenStream | undefined
  let stream: Stream | null | undefined
  let events: Partial<TransportEvents> = {}
  const { seek, position, cancel } = createSeek(audio, () => stream)
  let volume = 1
  let gain = 1
  const setLevel = () => {
    // Assigning the same value is not free: it notifies.
    if (audio.volume !== volume * gain) audio.volume = volume * gain
  }
  /** Sets the source; the element seeks to `position` once its metadata is loaded. */
  function prepare(src: string, position = 0): void {
    stream?.close()
    stream = openStream?.(src, {
      position,
      onAdvance: () => events.advanced?.(),
      onEnded: () => events.ended?.(),
      onError: leaveStream,
    })
    if (!stream) audio.src = src
    // Also to 0: the element would start at a position that it was given for the previous source.
    seek(position)
  }
  /** From here on the element plays the file itself, and its errors are handled as without a stream. */
  function leaveStream(): void {
    if (!stream) return
    const { paused } = audio
    const at = position()
    audio.src = stream.url()
    stream = null
    seek(at)
    if (!paused) audio.play().catch(() => {})
  }
  for (const event of ['playing', 'waiting', 'ended'] as const)
    audio.addEventListener(event, () => events[event]?.())
  // Reaching the end fires `pause` too, followed by `ended`.
  audio.addEventListener('pause', () => audio.ended || events.paused?.())
  // Removing the source fires `error` too.
  audio.addEventListener('error', () => audio.hasAttribute('src') && events.failed?.())
  return {
    prepare,
    /** From the next source on. */
    setOpenStream(open: OpenStream) {
      openStream = open
    },
    /** What follows the current track without a gap, if both are streamed. */
    setNext: (url: string | null) => stream?.setNext(url),
    start(src: string, position?: number): Promise<void> {
      prepare(src, position)
      return audio.play()
    },
    play: (): Promise<void> => audio.play(),
    pause: () => audio.pause(),
    stop() {
      audio.pause()
      cancel()
      stream?.close()
      stream = null
      audio.removeAttribute('src')
      audio.load()
    },
    seek,
    position,
    /** In seconds, as the browser knows it; 0 while unknown. */
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
    /** Called whenever position or duration may have changed. */
    subscribe(listener: () => void): () => void {
      for (const event of moves) audio.addEventListener(event, listener)
      return () => {
        for (const event of moves) audio.removeEventListener(event, listener)
      }
    },
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
    /** In place of the former listeners. */
    listen(listeners: Partial<TransportEvents>) {
      events = listeners
    },
  }
}

const moves = ['timeupdate', 'durationchange', 'seeking', 'seeked', 'emptied', 'ended'] as const

/** Attempts after which a position counts as unreachable. */
const maxSeeks = 5
const seekEvents = ['loadedmetadata', 'durationchange', 'canplay', 'seeked', 'timeupdate'] as const

/**
 * Repeats a seek until the element confirms it: WebKit ignores one that is made before it has parsed
 * the file. Until then the target counts as the position.
 */
function createSeek(audio: HTMLAudioElement, stream: () => Stream | null | undefined) {
  let target: number | null = null
  let attempts = 0
  const offset = () => stream()?.offset() ?? 0
  function attempt(seconds: number) {
    attempts += 1
    audio.currentTime = offset() + seconds
  }
  function confirm() {
    if (target === null || audio.seeking || !audio.readyState) return
    if (Math.abs(audio.currentTime - offset() - target) < 1 || attempts >= maxSeeks) target = null
    else attempt(target)
  }
  for (const event of seekEvents) audio.addEventListener(event, confirm)
  return {
    seek(seconds: number) {
      target = seconds
      attempts = 0
      stream()?.seek(seconds)
      attempt(seconds)
    },
    position: () => target ?? audio.currentTime - offset(),
    cancel() {
      target = null
    },
  }
}
