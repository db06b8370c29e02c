type Entry = { id: string; trackId: string; position: number }

/**
 * The new positions of the entries that move. Undefined unless the order contains the track of every
 * entry exactly once.
 *
 * `entries` are those that the caller can view, in order. Hidden ones between them keep their
 * positions: the visible ones are permuted among their own.
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
