import type { Transport } from './transport.ts'

/** Position and duration of the audio. Separate from the store, so that a tick re-renders the slider only. */
export type PlaybackPosition = ReturnType<typeof createPlaybackPosition>

/** `trackDuration` is the server's for the current track: browsers only estimate that of some formats. */
export const createPlaybackPosition = (
  transport: Pick<Transport, 'subscribe' | 'position' | 'duration'>,
  trackDuration: () => number | null | undefined,
) => ({
  subscribe: transport.subscribe,
  /** In seconds, also right after a seek that the audio element has not made yet. */
  current: transport.position,
  /** In seconds; 0 while unknown. */
  duration: () => trackDuration() || transport.duration(),
})
