type Entry = { id: string; trackId: string; position: number }

/**
 * Which entries move where, so that the tracks come in the order asked for.
 * Undefined unless that order names every entry's track exactly once.
 *
 * `entries` are those that the caller may see, in order. Tracks of others that have become private
 * keep their places between them: the visible ones share out the places that they have.
 */
export function computeMoves(trackIds: readonly string[], entries: readonly Entry[]) {
  if (trackIds.length !== entries.length) return undefined
  const byTrack = new Map(entries.map((entry) => [entry.trackId, entry]))
  const moves: { id: string; position: number }[] = []
  for (const [index, { position }] of entries.entries()) {
    const trackId = trackIds[index] ?? ''
    const entry = byTrack.get(trackId)
    if (!entry) return undefined
    byTrack.delete(trackId)
    if (entry.position !== position) moves.push({ id: entry.id, position })
  }
  return moves
}
