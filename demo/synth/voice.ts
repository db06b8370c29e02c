import type { Random } from './random.ts'
import type { Stereo } from './sound.ts'

/** One sound asked of an instrument. */
export type Tone = {
  hertz: number
  /** How long it is held; the instrument adds its own dying away. */
  seconds: number
  /** 0 to 1: how hard it is struck. The mix sets the level; this sets the colour. */
  velocity: number
  random: Random
  /** Slides up or down from here. */
  fromHertz?: number
}

export type Voice = (tone: Tone) => Stereo
