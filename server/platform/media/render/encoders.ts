import { Application, createEncoder, Signal } from 'libopus-wasm'
import type { RenditionFormat } from '../audio-formats.ts'
import { aacConfig, type Mp4Track, opusConfig } from './fragmented-mp4.ts'

/** Encodes stereo or mono frames of `frameSize` interleaved samples per channel. */
export type FrameEncoder = Pick<
  Mp4Track,
  'frameSize' | 'priming' | 'sampleEntry' | 'decoderConfig'
> & {
  /** Returns the packets that are complete. */
  encode(frame: Float32Array): Uint8Array[]
  free(): void
}

type EncoderOptions = { sampleRate: number; channels: 1 | 2; maxBitrate: number }

const bitrates: Record<RenditionFormat, number> = { opus: 96_000, aac: 128_000 }

/** Opus only has 48 kHz; AAC keeps the rates of the CD family. */
export function encoderSampleRate(format: RenditionFormat, sampleRate: number): number {
  const isCdFamily = sampleRate % 11_025 === 0
  return format === 'aac' && isCdFamily ? 44_100 : 48_000
}

export const createFrameEncoder = (format: RenditionFormat, options: EncoderOptions) =>
  format === 'opus' ? createOpusEncoder(options) : createAacEncoder(options)

async function createOpusEncoder({ channels, maxBitrate }: EncoderOptions): Promise<FrameEncoder> {
  const encoder = await createEncoder({
    sampleRate: 48_000,
    channels,
    frameSize: 960,
    bitrate: Math.min(bitrates.opus, maxBitrate),
    application: Application.Audio,
    signal: Signal.Music,
    vbr: true,
    complexity: 10,
  })
  const priming = encoder.getLookahead()
  return {
    frameSize: 960,
    priming,
    sampleEntry: 'Opus',
    decoderConfig: opusConfig({ channels, priming }),
    encode: (frame) => [encoder.encodeFloat(frame)],
    free: () => encoder.free(),
  }
}

/** The functions of FFmpeg's AAC encoder that the package exports. */
type AacModule = {
  HEAPU8: Uint8Array
  _init_encoder(channels: number, sampleRate: number, bitrate: number): number
  _get_encoder_frame_size(context: number): number
  _get_encoder_extradata(context: number): number
  _get_encoder_extradata_size(context: number): number
  _get_encode_input_ptr(context: number, bytes: number): number
  _send_frame(context: number, time: bigint): number
  _receive_packet(context: number): number
  _get_encoded_data(context: number): number
  _close_encoder(context: number): void
}

/** The delay of the encoder, in samples. */
const aacDelay = 1024
/** The encoder needs three packets to reach its quality: a recording that starts at full level would lose its first 20 ms. */
const aacWarmUpFrames = 3

async function createAacEncoder({
  sampleRate,
  channels,
  maxBitrate,
}: EncoderOptions): Promise<FrameEncoder> {
  const bitrate = Math.min(bitrates.aac, maxBitrate)
  const module = await loadAacModule()
  const context = module._init_encoder(channels, sampleRate, bitrate)
  if (context === 0) throw new Error('The AAC encoder does not accept this sample rate.')
  const frameSize = module._get_encoder_frame_size(context)
  const bytesAt = (pointer: number, length: number) =>
    module.HEAPU8.slice(pointer, pointer + length)
  const extradata = bytesAt(
    module._get_encoder_extradata(context),
    module._get_encoder_extradata_size(context),
  )
  let time = 0n
  function encodeFrame(frame: Float32Array): Uint8Array[] {
    const input = module._get_encode_input_ptr(context, frame.byteLength)
    if (input === 0) throw new Error('The AAC encoder is out of memory.')
    module.HEAPU8.set(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength), input)
    if (module._send_frame(context, time) < 0) throw new Error('The AAC encoder has failed.')
    time += BigInt(frameSize)
    const packets: Uint8Array[] = []
    for (;;) {
      const size = module._receive_packet(context)
      if (size <= 0) return packets
      packets.push(bytesAt(module._get_encoded_data(context), size))
    }
  }
  return {
    frameSize,
    priming: aacDelay + aacWarmUpFrames * frameSize,
    sampleEntry: 'mp4a',
    decoderConfig: aacConfig(Buffer.from(extradata), bitrate),
    encode(frame) {
      if (time !== 0n) return encodeFrame(frame)
      // The start of the sound mirrored, and then itself, so that the warm-up leads to its first sample without a jump.
      const back = mirrored(frame, channels)
      return [back, frame, back, frame].flatMap(encodeFrame)
    },
    free: () => module._close_encoder(context),
  }
}

function mirrored(frame: Float32Array, channels: number): Float32Array {
  const last = frame.length - channels
  return frame.map((_, i) => frame[last - i + 2 * (i % channels)] as number)
}

/**
 * The package's own interface runs the encoder in a thread, which a sandbox process may not start. Its module has
 * CommonJS `exports` although it is an ES module: a global takes their place.
 */
async function loadAacModule(): Promise<AacModule> {
  const holder = globalThis as { exports?: { default?: () => Promise<AacModule> } }
  holder.exports ??= {}
  const url = new URL('../modules/build/aac.js', import.meta.resolve('@mediabunny/aac-encoder'))
  await import(url.href)
  const create = holder.exports.default
  if (!create) throw new Error('The AAC encoder cannot be loaded.')
  return create()
}
