/**
 * The highest level between samples, as BS.1770-4 measures it: oversampled to about 192 kHz with a windowed sinc.
 * Stretches that cannot exceed the peak so far are skipped, which saves most of the work.
 */

const taps = 49
const stretchLength = 64

export class TruePeakMeter {
  readonly #phases: Float64Array[]
  readonly #history: number
  /** The end of the previous block, per channel. */
  readonly #previous: Float32Array[]
  /** The most that interpolation can raise a level by. */
  readonly #maxGain: number
  #samples = new Float32Array(0)
  #peak = 0

  constructor(sampleRate: number, channels: number) {
    const factor = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1
    this.#phases = factor === 1 ? [] : interpolationPhases(factor)
    this.#history = Math.ceil(taps / factor)
    this.#previous = Array.from({ length: channels }, () => new Float32Array(this.#history))
    const gains = this.#phases.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0))
    this.#maxGain = Math.max(1, ...gains)
  }

  add(channels: readonly Float32Array[]): void {
    for (const [index, samples] of channels.entries()) {
      const previous = this.#previous[index]
      if (previous) this.#addChannel(samples, previous)
    }
  }

  /** In dBTP; null for silence. */
  peak(): number | null {
    return this.#peak > 0 ? 20 * Math.log10(this.#peak) : null
  }

  #addChannel(added: Float32Array, previous: Float32Array): void {
    const history = this.#history
    const end = history + added.length
    if (this.#samples.length < end) this.#samples = new Float32Array(end)
    const samples = this.#samples
    samples.set(previous)
    samples.set(added, history)
    for (let start = history; start < end; start += stretchLength) {
      const stop = Math.min(end, start + stretchLength)
      const highest = maxAbsolute(samples, start - history, stop)
      if (highest > this.#peak) this.#peak = highest
      if (highest * this.#maxGain > this.#peak) this.#interpolate(samples, start, stop)
    }
    previous.set(samples.subarray(end - history, end))
  }

  #interpolate(samples: Float32Array, start: number, stop: number): void {
    for (const phase of this.#phases) {
      for (let at = start; at < stop; at++) {
        let sum = 0
        for (let tap = 0; tap < phase.length; tap++)
          sum += (phase[tap] as number) * (samples[at - tap] as number)
        const level = Math.abs(sum)
        if (level > this.#peak) this.#peak = level
      }
    }
  }
}

function maxAbsolute(samples: Float32Array, start: number, stop: number): number {
  let highest = 0
  for (let i = start; i < stop; i++) {
    const level = Math.abs(samples[i] as number)
    if (level > highest) highest = level
  }
  return highest
}

/** A sinc with a Hann window, split into one filter for each position between two samples. */
function interpolationPhases(factor: number): Float64Array[] {
  const phases = Array.from({ length: factor }, () => [] as number[])
  for (let i = 0; i < taps; i++) {
    const x = ((i - (taps - 1) / 2) * Math.PI) / factor
    const window = 0.5 * (1 - Math.cos((2 * Math.PI * i) / (taps - 1)))
    phases[i % factor]?.push((x === 0 ? 1 : Math.sin(x) / x) * window)
  }
  return phases.map((phase) => Float64Array.from(phase))
}
