import type { Random } from './random.ts'
import type { Stereo } from './sound.ts'

/** One note for an instrument. */
export type Tone = {
  hertz: number
  /** Held duration; the instrument adds its release. */
  seconds: number
  /** 0 to 1. It changes the timbre; the mix sets the level. */
  velocity: number
  random: Random
  /** Portamento from this frequency. */
  fromHertz?: number
}

export type Voice = (tone: Tone) => Stereo
