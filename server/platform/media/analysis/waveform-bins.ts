/** Minimum and maximum of the channels' average per bin, as BBC audiowaveform computes them. */

/** When there are this many, pairs are merged: a recording has 2,048 to 4,096 bins whatever its length. */
const maxBins = 4096

export type WaveformBins = {
  samplesPerBin: number
  /** Minimum and maximum of each bin in turn. */
  peaks: Int8Array
}

export class WaveformMeter {
  readonly #minima = new Float32Array(maxBins)
  readonly #maxima = new Float32Array(maxBins)
  #samplesPerBin = 1
  #bins = 0
  #samplesInBin = 0
  #minimum = Infinity
  #maximum = -Infinity

  add(channels: readonly Float32Array[]): void {
    const mono = average(channels)
    for (let start = 0; start < mono.length; ) {
      const end = Math.min(mono.length, start + this.#samplesPerBin - this.#samplesInBin)
      let [minimum, maximum] = [this.#minimum, this.#maximum]
      for (let i = start; i < end; i++) {
        const sample = mono[i] as number
        if (sample < minimum) minimum = sample
        if (sample > maximum) maximum = sample
      }
      this.#minimum = minimum
      this.#maximum = maximum
      this.#samplesInBin += end - start
      if (this.#samplesInBin === this.#samplesPerBin) this.#endBin()
      start = end
    }
  }

  bins(): WaveformBins {
    if (this.#samplesInBin > 0) this.#endBin()
    const peaks = new Int8Array(2 * this.#bins)
    for (let bin = 0; bin < this.#bins; bin++) {
      peaks[2 * bin] = toInt8(this.#minima[bin] as number)
      peaks[2 * bin + 1] = toInt8(this.#maxima[bin] as number)
    }
    return { samplesPerBin: this.#samplesPerBin, peaks }
  }

  #endBin() {
    this.#minima[this.#bins] = this.#minimum
    this.#maxima[this.#bins] = this.#maximum
    this.#bins++
    this.#samplesInBin = 0
    this.#minimum = Infinity
    this.#maximum = -Infinity
    if (this.#bins === maxBins) this.#mergePairs()
  }

  #mergePairs() {
    const [minima, maxima] = [this.#minima, this.#maxima]
    for (let bin = 0; bin < maxBins / 2; bin++) {
      minima[bin] = Math.min(minima[2 * bin] as number, minima[2 * bin + 1] as number)
      maxima[bin] = Math.max(maxima[2 * bin] as number, maxima[2 * bin + 1] as number)
    }
    this.#bins = maxBins / 2
    this.#samplesPerBin *= 2
  }
}

const toInt8 = (sample: number) => Math.max(-128, Math.min(127, Math.trunc(sample * 128)))

function average(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels
  if (others.length === 0) return first
  const mono = Float32Array.from(first)
  for (const samples of others)
    for (let i = 0; i < mono.length; i++) mono[i] = (mono[i] as number) + (samples[i] as number)
  for (let i = 0; i < mono.length; i++) mono[i] = (mono[i] as number) / channels.length
  return mono
}
