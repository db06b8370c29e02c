/** The sound itself: one audio element, outside React's tree, so that it outlives every page. */

export type EngineEvents = {
  /** Sound has begun or goes on. */
  playing(): void
  paused(): void
  /** It would play, but waits for data. */
  waiting(): void
  ended(): void
  failed(): void
}

export type Engine = ReturnType<typeof createEngine>

export function createEngine(audio: HTMLAudioElement) {
  audio.preload = 'metadata'
  /** Takes a new address, and stands at `at` as soon as its first bytes are there. */
  function prepare(src: string, at = 0): void {
    audio.src = src
    if (at) audio.currentTime = at
  }
  return {
    prepare,
    start(src: string, at?: number): Promise<void> {
      prepare(src, at)
      return audio.play()
    },
    play: (): Promise<void> => audio.play(),
    pause: () => audio.pause(),
    stop() {
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
    },
    seek(seconds: number) {
      audio.currentTime = seconds
    },
    position: () => audio.currentTime,
    /** Only a new start helps. */
    isBroken: () => audio.error !== null,
    setVolume(volume: number, muted: boolean) {
      audio.volume = volume
      audio.muted = muted
    },
    listen(events: EngineEvents) {
      audio.addEventListener('playing', events.playing)
      audio.addEventListener('pause', () => {
        // At the end it pauses too: what comes then is for `ended` to say.
        if (!audio.ended) events.paused()
      })
      audio.addEventListener('waiting', events.waiting)
      audio.addEventListener('ended', events.ended)
      audio.addEventListener('error', () => {
        // Taking the address away reports an error too.
        if (audio.hasAttribute('src')) events.failed()
      })
    },
  }
}
