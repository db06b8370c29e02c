/** Zero crossings on each side of the filter: more than 90 dB of attenuation outside the pass band. */
const zeroCrossings = 32
const passBand = 0.95

/**
 * Converts the sample rate with a windowed sinc, in blocks. The first output sample is at the time of the first input
 * sample; `end` returns the rest, so that there are `round(input * to / from)` in all.
 */
export class Resampler {
  readonly #up: number
  readonly #down: number
  /** How many input samples on each side of an output sample the filter uses. */
  readonly #halfLength: number
  readonly #phases: Float32Array[]
  /** Input that later output samples still need, from index `#start` of the input on. */
  #tail: Float32Array[]
  #start: number
  #input = 0
  #output = 0

  constructor(from: number, to: number, channels: number) {
    const divisor = greatestCommonDivisor(from, to)
    this.#up = to / divisor
    this.#down = from / divisor
    const cutoff = Math.min(1, to / from) * passBand
    this.#halfLength = Math.ceil(zeroCrossings / cutoff)
    this.#phases = Array.from({ length: this.#up }, (_, phase) =>
      filterTaps(this.#halfLength, phase / this.#up, cutoff),
    )
    this.#start = -this.#halfLength
    this.#tail = Array.from({ length: channels }, () => new Float32Array(this.#halfLength))
  }

  add(channels: Float32Array[]): Float32Array[] {
    this.#input += channels[0]?.length ?? 0
    const last = Math.floor(((this.#input - this.#halfLength) * this.#up) / this.#down)
    return this.#convert(channels, last)
  }

  end(): Float32Array[] {
    const silence = this.#tail.map(() => new Float32Array(2 * this.#halfLength))
    return this.#convert(silence, Math.round((this.#input * this.#up) / this.#down))
  }

  #convert(channels: Float32Array[], end: number): Float32Array[] {
    const count = Math.max(0, end - this.#output)
    const next = Math.floor(((this.#output + count) * this.#down) / this.#up)
    const used = Math.max(0, next - this.#halfLength + 1 - this.#start)
    const converted = channels.map((samples, channel) => {
      const tail = this.#tail[channel] as Float32Array
      const input = new Float32Array(tail.length + samples.length)
      input.set(tail)
      input.set(samples, tail.length)
      this.#tail[channel] = input.slice(used)
      return this.#filter(input, count)
    })
    this.#start += used
    this.#output += count
    return converted
  }

  #filter(input: Float32Array, count: number): Float32Array {
    const output = new Float32Array(count)
    for (let i = 0; i < count; i++) {
      const position = (this.#output + i) * this.#down
      const whole = Math.floor(position / this.#up)
      const taps = this.#phases[position - whole * this.#up] as Float32Array
      const first = whole - this.#halfLength + 1 - this.#start
      let sum = 0
      for (let tap = 0; tap < taps.length; tap++)
        sum += (taps[tap] as number) * (input[first + tap] as number)
      output[i] = sum
    }
    return output
  }
}

/** A sinc under a Blackman window, shifted by a fraction of a sample, with a gain of 1. */
function filterTaps(halfLength: number, shift: number, cutoff: number): Float32Array {
  const taps = new Float32Array(2 * halfLength)
  for (let i = 0; i < taps.length; i++) {
    const x = i - halfLength + 1 - shift
    const angle = (Math.PI * x) / halfLength
    const window =
      Math.abs(x) >= halfLength ? 0 : 0.42 + 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle)
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x * cutoff) / (Math.PI * x * cutoff)
    taps[i] = sinc * window
  }
  const gain = taps.reduce((sum, tap) => sum + tap, 0)
  return taps.map((tap) => tap / gain)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
