/** Position and duration of the audio. Separate from the store, so that a tick re-renders the slider only. */
export type PlaybackPosition = ReturnType<typeof createPlaybackPosition>

const events = ['timeupdate', 'durationchange', 'seeking', 'seeked', 'emptied', 'ended'] as const

type PositionDeps = {
  audio: HTMLAudioElement
  /** Also right after a seek that the audio element has not made yet. */
  position: () => number
  /** The server's duration of the current track: browsers only estimate that of some formats. */
  trackDuration: () => number | null | undefined
}

export function createPlaybackPosition({ audio, position, trackDuration }: PositionDeps) {
  return {
    subscribe(listener: () => void): () => void {
      for (const event of events) audio.addEventListener(event, listener)
      return () => {
        for (const event of events) audio.removeEventListener(event, listener)
      }
    },
    /** In seconds. */
    current: position,
    /** In seconds; 0 while unknown. */
    duration: () => trackDuration() || (Number.isFinite(audio.duration) ? audio.duration : 0),
  }
}
