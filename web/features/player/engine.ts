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
  /** Sets the source; the element seeks to `position` once its metadata is loaded. */
  function prepare(src: string, position = 0): void {
    audio.src = src
    if (position) audio.currentTime = position
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
      audio.removeAttribute('src')
      audio.load()
    },
    seek(seconds: number) {
      audio.currentTime = seconds
    },
    position: () => audio.currentTime,
    /** The element has failed; only setting the source again helps. */
    isBroken: () => audio.error !== null,
    setVolume(volume: number, muted: boolean) {
      audio.volume = volume
      audio.muted = muted
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
