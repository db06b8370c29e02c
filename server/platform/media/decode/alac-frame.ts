import { BitReader } from './bit-reader.ts'

/** What the index says about a stream of Apple Lossless (ALACSpecificConfig). */
export type AlacConfig = {
  maxFrameLength: number
  sampleSize: number
  historyMultiplier: number
  initialHistory: number
  riceLimit: number
  channels: number
  sampleRate: number
}

const configLength = 24
const maxFrameLength = 65_536
const sampleSizes = [16, 20, 24, 32]
const element = { single: 0, pair: 1, lfe: 3, end: 7 }
/** A unary code with more ones than this is an escape code: the value itself follows. */
const maxOnes = 8
const simpleOrder = 31
/** A second pass of the predictor, with its simplest form. */
const twoPasses = 15

export function readAlacConfig(bytes: Buffer): AlacConfig {
  if (bytes.length < configLength) throw new Error('The index of the file is damaged.')
  const config = {
    maxFrameLength: bytes.readUInt32BE(0),
    sampleSize: bytes.readUInt8(5),
    historyMultiplier: bytes.readUInt8(6),
    initialHistory: bytes.readUInt8(7),
    riceLimit: bytes.readUInt8(8),
    channels: bytes.readUInt8(9),
    sampleRate: bytes.readUInt32BE(20),
  }
  const isPlausible =
    config.maxFrameLength > 0 &&
    config.maxFrameLength <= maxFrameLength &&
    config.riceLimit > 0 &&
    config.riceLimit < 32 &&
    config.channels > 0
  if (!isPlausible || !sampleSizes.includes(config.sampleSize))
    throw new Error('This variant of ALAC is not supported.')
  return config
}

/**
 * Decodes the packets of Apple Lossless to integers, bit by bit as Apple's own decoder (Apache 2.0) defines them. The
 * arithmetic is that of 32-bit integers.
 */
export class AlacDecoder {
  readonly #config: AlacConfig
  readonly #residual: Int32Array
  readonly #shifted: Int32Array[]

  constructor(config: AlacConfig) {
    this.#config = config
    this.#residual = new Int32Array(config.maxFrameLength)
    this.#shifted = [0, 1].map(() => new Int32Array(config.maxFrameLength))
  }

  /** One array per channel, in the order of ALAC. Throws at a damaged packet. */
  decode(packet: Uint8Array): Int32Array[] {
    const bits = new BitReader(packet)
    const decoded: Int32Array[] = []
    while (decoded.length < this.#config.channels) {
      const type = bits.read(3)
      if (type === element.end) break
      if (type !== element.single && type !== element.pair && type !== element.lfe) throw damaged()
      decoded.push(...this.#decodeElement(bits, type === element.pair ? 2 : 1))
    }
    const [first] = decoded
    const isComplete = decoded.every((samples) => samples.length === first?.length)
    if (decoded.length !== this.#config.channels || !isComplete) throw damaged()
    return decoded
  }

  #decodeElement(bits: BitReader, count: number): Int32Array[] {
    const { maxFrameLength: maxLength, sampleSize } = this.#config
    bits.skip(16)
    const hasLength = bits.read(1) === 1
    const shift = bits.read(2) * 8
    const isCompressed = bits.read(1) === 0
    const length = hasLength ? bits.read(32) : maxLength
    if (length === 0 || length > maxLength) throw damaged()
    const channels = Array.from({ length: count }, () => new Int32Array(length))
    if (!isCompressed) {
      for (let i = 0; i < length; i++)
        for (const samples of channels) samples[i] = bits.readSigned(sampleSize)
      return channels
    }
    const width = sampleSize - shift + count - 1
    if (width > 32 || width < 1) throw damaged()
    const mixShift = bits.read(8)
    const mixWeight = bits.read(8)
    if (mixShift > 31) throw damaged()
    const predictors = channels.map(() => readPredictor(bits))
    const lowBits = this.#shifted.slice(0, count)
    if (shift > 0)
      for (let i = 0; i < length; i++) for (const low of lowBits) low[i] = bits.read(shift)
    for (const [index, samples] of channels.entries()) {
      const predictor = predictors[index] as Predictor
      this.#readResidual(bits, length, width, predictor.historyMultiplier)
      const residual = this.#residual.subarray(0, length)
      if (predictor.type === twoPasses)
        predict(residual, residual, width, { ...predictor, coefficients: simplest })
      predict(residual, samples, width, predictor)
    }
    if (count === 2 && mixWeight !== 0) unmix(channels, mixShift, mixWeight)
    if (shift > 0)
      for (const [index, samples] of channels.entries())
        for (let i = 0; i < length; i++)
          samples[i] = ((samples[i] as number) << shift) | (lowBits[index]?.[i] as number)
    return channels
  }

  /** Golomb-Rice codes whose parameter follows the values before, and runs of zeros. */
  #readResidual(bits: BitReader, length: number, width: number, multiplier: number): void {
    const { riceLimit, historyMultiplier } = this.#config
    const residual = this.#residual
    const scale = (multiplier * historyMultiplier) >> 2
    let history = this.#config.initialHistory
    let bias = 0
    for (let i = 0; i < length; i++) {
      const parameter = Math.min(riceLimit, log2((history >>> 9) + 3))
      const value = readRice(bits, parameter, width) + bias
      bias = 0
      // The lowest bit is the sign.
      residual[i] = (value >>> 1) ^ -(value & 1)
      if (value > 0xffff) history = 0xffff
      else history = (history + value * scale - (Math.imul(history, scale) >>> 9)) >>> 0
      if (history >= 128 || i + 1 >= length) continue
      const run = readRice(bits, Math.min(riceLimit, 7 - log2(history) + ((history + 16) >> 6)), 16)
      const zeros = Math.min(run, length - i - 1)
      residual.fill(0, i + 1, i + 1 + zeros)
      i += zeros
      if (run <= 0xffff) bias = 1
      history = 0
    }
  }
}

type Predictor = {
  type: number
  quantization: number
  historyMultiplier: number
  coefficients: Int16Array
}

const simplest = new Int16Array(simpleOrder)

function readPredictor(bits: BitReader): Predictor {
  const type = bits.read(4)
  const quantization = bits.read(4)
  const historyMultiplier = bits.read(3)
  const coefficients = new Int16Array(bits.read(5))
  for (let i = coefficients.length - 1; i >= 0; i--) coefficients[i] = bits.readSigned(16)
  if (quantization === 0) throw damaged()
  return { type, quantization, historyMultiplier, coefficients }
}

function readRice(bits: BitReader, parameter: number, width: number): number {
  const quotient = bits.readOnes(maxOnes + 1)
  if (quotient > maxOnes) return bits.read(width)
  if (parameter === 1) return quotient
  const remainder = bits.peek(parameter)
  const product = quotient * (2 ** parameter - 1)
  bits.skip(remainder > 1 ? parameter : parameter - 1)
  return remainder > 1 ? product + remainder - 1 : product
}

/** Adds the residual to what an adaptive filter predicts from the samples before. */
function predict(residual: Int32Array, samples: Int32Array, width: number, filter: Predictor) {
  const { coefficients, quantization } = filter
  const order = coefficients.length
  const unused = 32 - width
  const half = 1 << (quantization - 1)
  const start = order === 0 ? 0 : order === simpleOrder ? residual.length : order + 1
  const warmUp = Math.min(residual.length, start)
  if (order === 0) return samples.set(residual)
  samples[0] = residual[0] as number
  for (let i = 1; i < warmUp; i++)
    samples[i] = (((samples[i - 1] as number) + (residual[i] as number)) << unused) >> unused
  for (let i = warmUp; i < residual.length; i++) {
    const first = i - order
    const base = samples[first - 1] as number
    let sum = 0
    for (let j = 0; j < order; j++)
      sum = (sum + Math.imul((samples[first + j] as number) - base, coefficients[j] as number)) | 0
    let error = residual[i] as number
    samples[i] = ((((sum + half) >> quantization) + base + error) << unused) >> unused
    const sign = Math.sign(error)
    for (let j = 0; j < order && error * sign > 0; j++) {
      const difference = (base - (samples[first + j] as number)) | 0
      const step = Math.sign(difference) * sign
      coefficients[j] = (coefficients[j] as number) - step
      error = (error - Math.imul(Math.imul(difference, step) >> quantization, j + 1)) | 0
    }
  }
}

/** The sum and the difference of two channels become left and right. */
function unmix([sums, differences]: Int32Array[], shift: number, weight: number): void {
  if (!sums || !differences) return
  for (let i = 0; i < sums.length; i++) {
    const difference = differences[i] as number
    const right = ((sums[i] as number) - (Math.imul(difference, weight) >> shift)) | 0
    sums[i] = difference + right
    differences[i] = right
  }
}

const log2 = (value: number) => 31 - Math.clz32(value | 1)
const damaged = () => new Error('The packet is damaged.')
