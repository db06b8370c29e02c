import { envelope, fadeEnds, fading, shaped } from '../envelopes.ts'
import { equalize, filter } from '../filters.ts'
import { noise } from '../random.ts'
import { addInto, framesIn, mono, sampleRate } from '../sound.ts'
import type { Tone, Voice } from '../voice.ts'

type PluckedString = {
  /** Seconds of ringing at 220 Hz. */
  ring: number
  /** 0 bright and long, 0.5 dark and short. */
  damping: number
  /** Pluck position: 0.5 is the middle of the string, 0.1 close to the bridge. */
  position: number
  /** Cutoff of the excitation in hertz: high for nails, low for a thumb. */
  touch: number
  /** Body resonances. */
  body: readonly (readonly [hertz: number, decibels: number])[]
  release: number
}

/** Karplus-Strong: a noise burst in a delay line with a low-pass filter. */
function pluckedString(settings: PluckedString): Voice {
  return (tone) => {
    const out = stringSound(tone, settings)
    for (const [hertz, decibels] of settings.body)
      equalize(out, { kind: 'peak', hertz, decibels, width: 1.6 })
    const shape = { attack: 0.001, decay: 1, sustain: 1, release: settings.release }
    return mono(shaped(out, envelope(tone.seconds, shape)))
  }
}

function stringSound(tone: Tone, settings: PluckedString): Float32Array {
  const { hertz } = tone
  const out = excitation(tone, settings)
  const period = sampleRate / hertz
  const ring = settings.ring * (220 / hertz) ** 0.5
  const keep = 10 ** (-3 / (ring * hertz))
  const dull = Math.min(0.5, settings.damping)
  const whole = Math.floor(period - dull - 0.1)
  const rest = period - dull - whole
  const allpass = (1 - rest) / (1 + rest)
  let before = 0
  let tunedIn = 0
  let tunedOut = 0
  for (let i = whole; i < out.length; i++) {
    const arriving = out[i - whole] ?? 0
    const dulled = (arriving * (1 - dull) + before * dull) * keep
    before = arriving
    tunedOut = allpass * (dulled - tunedOut) + tunedIn
    tunedIn = dulled
    out[i] = (out[i] ?? 0) + tunedOut
  }
  return out
}

/** One period of noise, comb-filtered by the pluck position. */
function excitation(tone: Tone, settings: PluckedString): Float32Array {
  const frames = framesIn(tone.seconds + settings.release)
  const out = new Float32Array(frames)
  const period = Math.round(sampleRate / tone.hertz)
  const burst = noise(period, tone.random, 1)
  filter(burst, { kind: 'low', cutoff: settings.touch * (0.35 + 0.85 * tone.velocity) })
  removeMean(burst)
  addInto(out, burst, { gain: 0.7 })
  addInto(out, burst, { at: Math.max(1, Math.round(period * settings.position)), gain: -0.7 })
  return out
}

function removeMean(samples: Float32Array): void {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) - mean
}

export const nylonGuitar = pluckedString({
  ring: 3.4,
  damping: 0.32,
  position: 0.28,
  touch: 3600,
  body: [
    [105, 4],
    [210, 3],
    [420, 1.5],
  ],
  release: 0.12,
})

export const steelGuitar = pluckedString({
  ring: 5,
  damping: 0.16,
  position: 0.18,
  touch: 6500,
  body: [
    [115, 3],
    [230, 2.5],
    [3100, 2],
  ],
  release: 0.14,
})

export const electricGuitar = pluckedString({
  ring: 6,
  damping: 0.22,
  position: 0.22,
  touch: 5200,
  body: [[1800, 3]],
  release: 0.08,
})

export const mutedGuitar = pluckedString({
  ring: 0.5,
  damping: 0.4,
  position: 0.12,
  touch: 4200,
  body: [[900, 3]],
  release: 0.05,
})

export const harp = pluckedString({
  ring: 4.5,
  damping: 0.24,
  position: 0.42,
  touch: 4200,
  body: [
    [160, 2],
    [600, 2],
  ],
  release: 0.9,
})

export const banjo = pluckedString({
  ring: 1.1,
  damping: 0.12,
  position: 0.1,
  touch: 9000,
  body: [
    [650, 5],
    [1500, 3],
  ],
  release: 0.08,
})

const doubleBassString = pluckedString({
  ring: 1.9,
  damping: 0.46,
  position: 0.35,
  touch: 1200,
  body: [
    [70, 8],
    [150, 4],
    [700, -3],
  ],
  release: 0.09,
})

/** The string and the noise of the fingering. */
export const doubleBass: Voice = (tone) => {
  const sound = doubleBassString(tone)
  const knock = filter(noise(framesIn(0.03), tone.random, 0.25 * tone.velocity), {
    kind: 'band',
    cutoff: 700,
  })
  addInto(sound.left, fadeEnds(fading(knock, 0.03), 0.001, 0.01), { gain: 1 })
  return sound
}
