/**
 * Integrated loudness as EBU R128 and ITU-R BS.1770-4 define it: K-weighted energy of overlapping blocks of 400 ms,
 * gated at −70 LUFS and then at 10 LU below the average of what is left.
 */

import { speakers, speakersOf } from '../decode/speakers.ts'

const absoluteGate = energyOf(-70)
const hopsPerBlock = 4

function energyOf(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10)
}

const toLufs = (energy: number) => -0.691 + 10 * Math.log10(energy)

/** Coefficients of a biquad, normalized by a0. */
type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number }
/** Transposed direct form II: two values per filter. */
type FilterState = { shelf1: number; shelf2: number; pass1: number; pass2: number }

export class LoudnessMeter {
  readonly #shelf: Biquad
  readonly #highPass: Biquad
  readonly #states: FilterState[]
  readonly #weights: number[]
  readonly #hopLength: number
  /** Energies of the last 400 ms, in hops of 100 ms. */
  readonly #hops = new Float64Array(hopsPerBlock)
  readonly #blocks: number[] = []
  #hopCount = 0
  #energy = 0
  #samplesInHop = 0

  constructor(sampleRate: number, channels: number, mask?: number) {
    this.#shelf = highShelf(sampleRate)
    this.#highPass = highPass(sampleRate)
    this.#weights = speakersOf(channels, mask).map(weightOf)
    this.#states = this.#weights.map(() => ({ shelf1: 0, shelf2: 0, pass1: 0, pass2: 0 }))
    this.#hopLength = Math.round(sampleRate / 10)
  }

  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0
    for (let start = 0; start < length; ) {
      const end = Math.min(length, start + this.#hopLength - this.#samplesInHop)
      for (const [index, weight] of this.#weights.entries()) {
        const samples = channels[index]?.subarray(start, end)
        const state = this.#states[index]
        if (samples && state && weight > 0)
          this.#energy += weight * this.#filteredEnergy(samples, state)
      }
      this.#samplesInHop += end - start
      if (this.#samplesInHop === this.#hopLength) this.#endHop()
      start = end
    }
  }

  /** In LUFS; null for silence and for less than 400 ms. */
  integrated(): number | null {
    const ungated = meanAbove(this.#blocks, absoluteGate)
    const gated = meanAbove(this.#blocks, Math.max(absoluteGate, ungated / 10))
    return gated > 0 ? toLufs(gated) : null
  }

  #endHop() {
    this.#hops[this.#hopCount++ % hopsPerBlock] = this.#energy
    this.#energy = 0
    this.#samplesInHop = 0
    if (this.#hopCount < hopsPerBlock) return
    const sum = this.#hops.reduce((total, energy) => total + energy, 0)
    this.#blocks.push(sum / (hopsPerBlock * this.#hopLength))
  }

  #filteredEnergy(samples: Float32Array, state: FilterState): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf
    const { a1: p1, a2: p2 } = this.#highPass
    let { shelf1, shelf2, pass1, pass2 } = state
    let energy = 0
    for (let i = 0; i < samples.length; i++) {
      const input = samples[i] as number
      const shelved = b0 * input + shelf1
      shelf1 = b1 * input - a1 * shelved + shelf2
      shelf2 = b2 * input - a2 * shelved
      // The numerator of the high pass is 1, -2, 1.
      const output = shelved + pass1
      pass1 = -2 * shelved - p1 * output + pass2
      pass2 = shelved - p2 * output
      energy += output * output
    }
    Object.assign(state, { shelf1, shelf2, pass1, pass2 })
    return energy
  }
}

function meanAbove(energies: readonly number[], threshold: number): number {
  let sum = 0
  let count = 0
  for (const energy of energies) {
    if (energy <= threshold) continue
    sum += energy
    count++
  }
  return count === 0 ? 0 : sum / count
}

const { lfe, backLeft, backRight, backCenter, sideLeft, sideRight } = speakers
const surround = backLeft | backRight | backCenter | sideLeft | sideRight

/** LFE does not count, surround channels count 1.5 dB more. */
const weightOf = (speaker: number) => (speaker === lfe ? 0 : speaker & surround ? 1.41 : 1)

/** The two filters of BS.1770, whose coefficients are given for 48 kHz, for any sample rate. */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}
