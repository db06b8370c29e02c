/** A chord without octaves: semitones above the tonic of the key. */
export type Chord = { root: number; tones: readonly number[] }

const numerals: Record<string, number> = { i: 0, ii: 2, iii: 4, iv: 5, v: 7, vi: 9, vii: 11 }

const majorKinds: Record<string, readonly number[]> = {
  '': [0, 4, 7],
  '6': [0, 4, 7, 9],
  '7': [0, 4, 7, 10],
  '9': [0, 4, 7, 10, 14],
  '13': [0, 4, 7, 10, 21],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  add9: [0, 4, 7, 14],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  '9sus': [0, 5, 7, 10, 14],
  '7b9': [0, 4, 7, 10, 13],
  '5': [0, 7],
}

const minorKinds: Record<string, readonly number[]> = {
  '': [0, 3, 7],
  '6': [0, 3, 7, 9],
  '7': [0, 3, 7, 10],
  '9': [0, 3, 7, 10, 14],
  '11': [0, 3, 7, 10, 14, 17],
  add9: [0, 3, 7, 14],
  dim: [0, 3, 6],
  '7b5': [0, 3, 6, 10],
}

/** Parses 'ii9', 'bVIImaj7', 'V9sus': small numerals are minor, degrees are those of a major key. */
export function chordOf(symbol: string): Chord {
  const match = /^([b#]?)([ivIV]+)(.*)$/.exec(symbol)
  const numeral = match?.[2] ?? ''
  const degree = numerals[numeral.toLowerCase()]
  const kinds = numeral === numeral.toLowerCase() ? minorKinds : majorKinds
  const intervals = kinds[match?.[3] ?? '']
  if (degree === undefined || !intervals) throw new RangeError(`No such chord: ${symbol}`)
  const shift = match?.[1] === 'b' ? -1 : match?.[1] === '#' ? 1 : 0
  const root = (degree + shift + 12) % 12
  return { root, tones: intervals.map((interval) => (root + interval) % 12) }
}

/** A chord with its start and length in beats. */
export type ChordSpan = { at: number; beats: number; chord: Chord }

/** Parses 'Imaj9 | vi9 ii9 | V13': bars separated by '|', divided evenly among their chords. */
export function progression(text: string, beatsPerBar: number): ChordSpan[] {
  return text.split('|').flatMap((bar, index) => {
    const symbols = bar.trim().split(/\s+/)
    const beats = beatsPerBar / symbols.length
    return symbols.map((symbol, i) => ({
      at: index * beatsPerBar + i * beats,
      beats,
      chord: chordOf(symbol),
    }))
  })
}

export type VoicingRange = { low: number; high: number; voices: number; rootless?: boolean }

/** Voices a chord with minimal movement from the previous voicing. */
export function voiceChord(
  chord: Chord,
  tonic: number,
  range: VoicingRange,
  previous?: readonly number[],
): number[] {
  const tones = chosenTones(chord, range)
  const center = (range.low + range.high) / 2
  let best: number[] = []
  let bestCost = Number.POSITIVE_INFINITY
  for (let inversion = 0; inversion < tones.length; inversion++)
    for (let octave = -4; octave <= 3; octave++) {
      const pitches = stack(
        [...tones.slice(inversion), ...tones.slice(0, inversion)],
        tonic + octave * 12,
      )
      const lowest = pitches[0] ?? 0
      const highest = pitches.at(-1) ?? 0
      const outside = Math.max(0, range.low - lowest) + Math.max(0, highest - range.high)
      const mean = pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length
      const moved = previous ? distance(pitches, previous) : Math.abs(mean - center)
      const cost = outside * 20 + moved + Math.abs(mean - center) * 0.2 + roughness(pitches)
      if (cost < bestCost) {
        bestCost = cost
        best = pitches
      }
    }
  return best
}

/** Minor seconds are dissonant; at low pitches, so are major seconds. */
function roughness(pitches: readonly number[]): number {
  return pitches.reduce((sum, pitch, i) => {
    const gap = pitch - (pitches[i - 1] ?? pitch - 12)
    if (gap === 1) return sum + 9
    return gap === 2 && pitch < 58 ? sum + 3 : sum
  }, 0)
}

/** Thirds, sevenths and extensions define the chord more than roots and fifths. */
function chosenTones(chord: Chord, range: VoicingRange): number[] {
  const byWorth = [1, 3, 4, 0, 2, 5]
  const rootless = range.rootless === true && chord.tones.length > 3
  return byWorth
    .filter((index) => index < chord.tones.length && !(rootless && index === 0))
    .slice(0, range.voices)
    .map((index) => chord.tones[index] ?? 0)
    .sort((a, b) => a - b)
}

function stack(tones: readonly number[], from: number): number[] {
  let last = from - 1
  return tones.map((tone) => {
    let pitch = from + tone
    while (pitch <= last) pitch += 12
    last = pitch
    return pitch
  })
}

function distance(now: readonly number[], before: readonly number[]): number {
  return now.reduce((sum, pitch) => {
    const nearest = Math.min(...before.map((other) => Math.abs(other - pitch)))
    return sum + nearest
  }, 0)
}

/** The chord's tone nearest to a pitch. */
export function nearestTone(chord: Chord, tonic: number, pitch: number): number {
  let best = pitch
  let bestDistance = 99
  for (let candidate = pitch - 6; candidate <= pitch + 6; candidate++) {
    const tone = (((candidate - tonic) % 12) + 12) % 12
    if (chord.tones.includes(tone) && Math.abs(candidate - pitch) < bestDistance) {
      best = candidate
      bestDistance = Math.abs(candidate - pitch)
    }
  }
  return best
}

/** The chord's root within an octave from `low` up. */
export function rootFrom(chord: Chord, tonic: number, low: number): number {
  return low + ((((tonic + chord.root - low) % 12) + 12) % 12)
}
