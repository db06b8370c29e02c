/** Where the sound is. Apart from the store, so that a tick redraws the slider and nothing else. */

export type PlaybackPosition = ReturnType<typeof createPlaybackPosition>

const ticks = ['timeupdate', 'durationchange', 'seeking', 'seeked', 'emptied', 'ended'] as const

export function createPlaybackPosition(audio: HTMLAudioElement) {
  return {
    subscribe(listener: () => void) {
      for (const tick of ticks) audio.addEventListener(tick, listener)
      return () => {
        for (const tick of ticks) audio.removeEventListener(tick, listener)
      }
    },
    current: () => audio.currentTime,
    /** 0 until the element knows it. */
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
  }
}
