import type { SavedPlayerState } from '#contract/player.ts'
import type { Track } from '#contract/tracks.ts'
import type { SavedState } from '#server/database/schema.ts'

type Row = { version: number; updatedAt: Date; deviceId: string | null; state: SavedState }

export const nothingSaved: SavedPlayerState = {
  version: 0,
  updatedAt: null,
  deviceId: null,
  playing: false,
  position: 0,
  tracks: [],
  index: -1,
  added: [],
  original: null,
  source: null,
  repeat: 'off',
  resume: [],
  dropped: 0,
}

/** Leaves out the tracks that are not in `visible`. */
export function presentState(
  { version, updatedAt, deviceId, state }: Row,
  visible: ReadonlyMap<string, Track>,
): SavedPlayerState {
  const remaining = state.tracks.flatMap((id, i) => (visible.has(id) ? i : []))
  const tracks = remaining.flatMap((i) => visible.get(state.tracks[i] ?? '') ?? [])
  const added = state.added.flatMap((id) => visible.get(id) ?? [])
  const newIndex = new Map(remaining.map((i, at) => [i, at]))
  const current = newIndex.get(state.index)
  const { app, ...shown } = state
  // If the current track is left out, the queue continues with the next one.
  const next = remaining.filter((i) => i < state.index).length
  return {
    ...shown,
    version,
    updatedAt: updatedAt.toISOString(),
    deviceId,
    tracks,
    added,
    index: current ?? Math.min(next, tracks.length - 1),
    position: current === undefined ? 0 : state.position,
    original: state.original?.flatMap((i) => newIndex.get(i) ?? []) ?? null,
    resume: state.resume.filter(({ trackId }) => visible.has(trackId)),
    dropped: state.tracks.length + state.added.length - tracks.length - added.length,
  }
}
