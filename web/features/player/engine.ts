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
  return {
    /** Takes a new address and plays as soon as its first bytes are there. */
    start(src: string): Promise<void> {
      audio.src = src
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
    setVolume(volume: number) {
      audio.volume = volume
    },
    listen(events: EngineEvents) {
      audio.addEventListener('playing', events.playing)
      audio.addEventListener('pause', events.paused)
      audio.addEventListener('waiting', events.waiting)
      audio.addEventListener('ended', events.ended)
      audio.addEventListener('error', () => {
        // Taking the address away reports an error too.
        if (audio.hasAttribute('src')) events.failed()
      })
    },
  }
}
