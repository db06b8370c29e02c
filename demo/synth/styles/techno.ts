import { opensWithEnergy } from '../composition/automation.ts'
import { accents, type DrumRow, drum, drumKit, risers } from '../composition/drum-kit.ts'
import type { Note } from '../composition/notes.ts'
import { heldPart, struckPart } from '../composition/parts.ts'
import { pitchAt } from '../composition/scales.ts'
import { openScore, type Score, type SongParameters, write } from '../composition/score.ts'
import { kicks, tom } from '../drums/membranes.ts'
import { boom, closedHat, crash, openHat, ride, riser } from '../drums/metal.ts'
import { clap, rim } from '../drums/wood.ts'
import { drive } from '../effects/timbre.ts'
import { basses } from '../instruments/basses.ts'
import { synthPluck } from '../instruments/leads.ts'
import { bell } from '../instruments/mallets.ts'
import { drone, pads } from '../instruments/pads.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Channel, Song } from '../song.ts'

const form = [
  { name: 'start', share: 4, energy: 0.45, plays: 'kick hats rumble' },
  { name: 'build', share: 8, energy: 0.7, plays: 'kick hats rumble line perc' },
  { name: 'hollow', share: 4, energy: 0.35, plays: 'line drone stabs' },
  { name: 'full', share: 8, energy: 1, plays: 'kick hats rumble line perc clap drone stabs ride' },
  { name: 'leave', share: 4, energy: 0.55, plays: 'kick hats rumble perc' },
] as const

/** A kick and a repeating sequence through an automated filter. */
export function techno(parameters: SongParameters): Song {
  const random = randomFrom(`${parameters.seed} plan`)
  const main = random.pick(['i7 | i7 | i7 | bVImaj7', 'i9 | i9 | iv9 | i9', 'i | bII | i | bVII'])
  const score = openScore(parameters, { form, harmony: { main }, group: 4 })
  const kickRow: DrumRow = [
    'kick',
    'kick',
    kicks.techno,
    -12.5,
    'X...X...X...X...',
    { timingJitter: 0, fill: 'X...X...X...X.x.' },
  ]
  const kickChannel = drum(score, kickRow)
  return {
    bpm: parameters.bpm,
    beats: score.beats,
    tail: 3,
    channels: [kickChannel, ...percussion(score, random), ...machines(score, random)],
    pulse: kickChannel.notes.map((note) => note.at),
    pump: 0.24,
    reverb: { decaySeconds: 2.4, damping: 3400, preDelay: 0.02 },
    delay: { seconds: (60 / parameters.bpm) * 0.75, feedback: 0.58, tone: 2200 },
    master: { loudness: -13.5, effects: [drive(1.4)], fadeOut: 2 },
  }
}

function percussion(score: Score, random: Random): Channel[] {
  const level = -28
  return [
    ...drumKit(score, [
      ['hats', 'open hat', openHat, -26, '..x.'],
      ['hats', 'hat', closedHat, -31, 'o-o-o-oo-oo-o-oo', { pan: 0.2 }],
      ['clap', 'clap', clap, -21, '....X...', { reverbSend: 0.3 }],
      ['ride', 'ride', ride, -30, 'o.x.', { pan: -0.2 }],
      [
        'perc',
        'rim',
        rim,
        level,
        random.pick(['...x..o....x....', '..o..x.....o..x.', '.....x..o..x....']),
        { pan: -0.5, reverbSend: 0.3, delaySend: 0.4 },
      ],
      [
        'perc',
        'tom',
        tom({ ring: 0.3, slap: 0.2, bend: 0.3 }),
        -25,
        random.pick(['..........x..x..', '......x.......o.']),
        { pitch: 45, pan: 0.4, reverbSend: 0.25 },
      ],
    ]),
    accents(score, { name: 'crash', voice: crash, level: -27, energy: 0.7, reverbSend: 0.3 }),
    accents(score, {
      name: 'boom',
      voice: boom,
      level: -22,
      energy: 0.3,
      pitch: 29,
      reverbSend: 0.3,
    }),
    risers(score, {
      name: 'riser',
      voice: riser,
      level: -24,
      energy: 0.9,
      bars: 2,
      reverbSend: 0.4,
    }),
  ]
}

/** A sixteen-step sequence: mostly the tonic, with neighbors and slides. */
function sequence(score: Score, random: Random, octave: number): Note[] {
  const notes: Note[] = []
  let before: number | undefined
  for (let step = 0; step < 16; step++) {
    if (random.chance(step % 4 === 2 ? 0.1 : 0.34)) continue
    const degree = random.pick([0, 0, 0, 0, 2, 4, 6, 7, 1])
    const pitch = pitchAt(score.scale, degree) + octave * 12
    const slide = before !== undefined && random.chance(0.25)
    notes.push({
      at: step * 0.25,
      length: random.chance(0.2) ? 0.3 : 0.2,
      pitch,
      velocity: random.chance(0.3) ? 0.95 : 0.65,
      ...(slide && before !== undefined ? { from: before } : {}),
    })
    before = pitch
  }
  return notes
}

function repeated(bar: readonly Note[], beats: number): Note[] {
  return Array.from({ length: Math.ceil(beats / 4) }, (_, i) =>
    bar.map((note) => ({ ...note, at: note.at + i * 4 })),
  ).flat()
}

function machines(score: Score, random: Random): Channel[] {
  const acid = random.chance(0.6)
  const line = sequence(score, random.fork('line'), acid ? -2 : 0)
  const tonic = pitchAt(score.scale, 0) - 24
  const rumble = [0.5, 0.75, 1.5, 1.75, 2.5, 2.75, 3.5, 3.75].map((at) => ({
    at,
    length: 0.22,
    pitch: tonic,
    velocity: at % 1 === 0.5 ? 0.8 : 0.6,
  }))
  return [
    {
      name: 'rumble',
      voice: basses.sub,
      notes: write(score, 'rumble', (_, beats) => repeated(rumble, beats)),
      level: -17,
      duck: 0.6,
    },
    {
      name: 'line',
      voice: acid ? basses.acid : synthPluck(600, 3600),
      notes: write(score, 'line', (_, beats) => repeated(line, beats)),
      level: -18.5,
      reverbSend: 0.15,
      delaySend: 0.28,
      duck: 0.3,
      timingJitter: 0,
      effects: [opensWithEnergy(score, 500, 6500, { resonance: 1.3, sway: 0.12 })],
    },
    ...clouds(score, random),
  ]
}

function clouds(score: Score, random: Random): Channel[] {
  const voicing = { low: 55, high: 74, voices: 3 }
  const tonic = pitchAt(score.scale, 0) - 12
  return [
    {
      name: 'stabs',
      voice: random.chance(0.6) ? pads.stab : bell(2.41, 1.2),
      notes: struckPart(score, 'stabs', voicing, {
        rhythm: '...x.......x....',
        step: 0.25,
      }),
      level: -23,
      reverbSend: 0.4,
      delaySend: 0.6,
      duck: 0.3,
    },
    {
      name: 'pad',
      voice: pads.warm,
      notes: heldPart(score, 'drone', voicing),
      level: -25,
      reverbSend: 0.4,
      duck: 0.6,
    },
    {
      name: 'drone',
      voice: drone,
      notes: write(score, 'drone', (_, beats) => [
        { at: 0, length: beats, pitch: tonic, velocity: 0.6 },
      ]),
      level: -30,
      reverbSend: 0.4,
      duck: 0.5,
    },
  ]
}
