/** Pitches are counted in semitones as MIDI does: 60 is middle C, 69 is 440 Hz. */
export function hertzOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}

const modes = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  'minor pentatonic': [0, 3, 5, 7, 10],
  'major pentatonic': [0, 2, 4, 7, 9],
} as const satisfies Record<string, readonly number[]>

export type Mode = keyof typeof modes

const noteNames = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const
type NoteName = (typeof noteNames)[number]
export type Key = `${NoteName} ${Mode}`

/** An unbounded scale; step 0 is the tonic nearest to middle C. */
export type Scale = { tonic: number; steps: readonly number[] }

export function scaleOf(key: Key): Scale {
  const [name, ...mode] = key.split(' ')
  const semitone = noteNames.indexOf(name as NoteName)
  return {
    tonic: 60 + (semitone > 6 ? semitone - 12 : semitone),
    steps: modes[mode.join(' ') as Mode],
  }
}

/** Another scale on the same tonic, such as a pentatonic melody over diatonic chords. */
export function inMode(scale: Scale, mode: Mode): Scale {
  return { tonic: scale.tonic, steps: modes[mode] }
}

export function pitchAt(scale: Scale, step: number): number {
  const size = scale.steps.length
  const octave = Math.floor(step / size)
  return scale.tonic + octave * 12 + (scale.steps[step - octave * size] ?? 0)
}

/** The step whose pitch is nearest. */
export function stepNear(scale: Scale, pitch: number): number {
  const size = scale.steps.length
  const octave = Math.floor((pitch - scale.tonic) / 12)
  let best = octave * size
  for (let step = best; step <= (octave + 1) * size; step++)
    if (Math.abs(pitchAt(scale, step) - pitch) < Math.abs(pitchAt(scale, best) - pitch)) best = step
  return best
}

export function isMinor(scale: Scale): boolean {
  return scale.steps.includes(3) && !scale.steps.includes(4)
}
