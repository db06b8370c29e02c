/** Times in beats from the start of the piece; velocity from 0 to 1. */
export type Note = {
  at: number
  length: number
  pitch: number
  velocity: number
  /** Portamento from this pitch. */
  from?: number
}

const strokes: Record<string, number> = { X: 1, x: 0.78, o: 0.5, '-': 0.3 }

/** Parses a drum pattern such as 'X..o x..-': one character per step, spaces are ignored. */
export function hits(
  pattern: string,
  options: { step?: number; at?: number; pitch?: number } = {},
): Note[] {
  const { step = 0.25, at = 0, pitch = 60 } = options
  return [...pattern.replaceAll(' ', '')].flatMap((sign, i) => {
    const velocity = strokes[sign]
    return velocity === undefined ? [] : [{ at: at + i * step, length: step, pitch, velocity }]
  })
}

/** The length of a pattern in beats. */
export function patternBeats(pattern: string, step = 0.25): number {
  return pattern.replaceAll(' ', '').length * step
}

/** A rhythm with lengths: 'x' starts a note, '_' sustains it, '.' is a rest. */
export type Beat = { at: number; length: number }

export function rhythm(text: string, step: number): Beat[] {
  const beats: Beat[] = []
  ;[...text.replaceAll(' ', '')].forEach((sign, i) => {
    const last = beats.at(-1)
    if (sign === 'x') beats.push({ at: i * step, length: step })
    else if (sign === '_' && last) last.length += step
  })
  return beats
}

export function louder(notes: readonly Note[], factor: number): Note[] {
  return notes.map((note) => ({ ...note, velocity: Math.min(1, note.velocity * factor) }))
}

export function moved(notes: readonly Note[], options: { beats?: number; pitch?: number }): Note[] {
  return notes.map((note) => ({
    ...note,
    at: note.at + (options.beats ?? 0),
    pitch: note.pitch + (options.pitch ?? 0),
  }))
}

/** Connects adjacent notes for instruments with portamento. */
export function legato(notes: readonly Note[], overlap = 1.02): Note[] {
  const sorted = [...notes].sort((a, b) => a.at - b.at)
  return sorted.map((note, i) => {
    const before = sorted[i - 1]
    const touching = before && note.at - (before.at + before.length) < 0.02
    return {
      ...note,
      length: note.length * overlap,
      ...(touching && before.pitch !== note.pitch ? { from: before.pitch } : {}),
    }
  })
}
