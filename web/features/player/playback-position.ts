/** Position and duration of the audio. Separate from the store, so that a tick re-renders the slider only. */
export type PlaybackPosition = {
  subscribe: (listener: () => void) => () => void
  /** In seconds. */
  current: () => number
  /** In seconds; 0 until the metadata is loaded. */
  duration: () => number
}

const events = ['timeupdate', 'durationchange', 'seeking', 'seeked', 'emptied', 'ended'] as const

export function createPlaybackPosition(audio: HTMLAudioElement): PlaybackPosition {
  return {
    subscribe(listener) {
      for (const event of events) audio.addEventListener(event, listener)
      return () => {
        for (const event of events) audio.removeEventListener(event, listener)
      }
    },
    current: () => audio.currentTime,
    duration: () => (Number.isFinite(audio.duration) ? audio.duration : 0),
  }
}
