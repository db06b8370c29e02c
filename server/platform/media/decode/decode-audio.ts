import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { createDecodeBudget, type DecodeBudget, maxChannels } from './decode-limits.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { decodeOpus } from './decode-opus.ts'
import { decodeWav } from './decode-wav.ts'
import { type AudioFile, inputOf, inWavOrder, type PcmBlock } from './pcm.ts'
import { unsupportedCodec } from './unsupported-codec.ts'

/** What the decoders of WebAssembly have in common. */
type StreamDecoder = {
  ready: Promise<void>
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
  flush?(): Decoded | Promise<Decoded>
  free(): void
}
type Decoded = { channelData: Float32Array[]; sampleRate: number; errors: readonly unknown[] }

type Codec = 'wav' | 'flac' | 'vorbis' | 'opus' | 'mp3'

/** +12 dBFS: more than any real recording. Damaged frames decode to anything. */
const maxSample = 4
const signatureBytes = 64

/**
 * The samples of an audio file, in bounded memory, without the encoder's delay and padding where the format declares
 * them. Throws if the format is unknown, not supported (AAC and ALAC), or changes within the file.
 */
export async function* decodeAudio(
  file: AudioFile,
  budget: DecodeBudget = createDecodeBudget(file.size),
): AsyncGenerator<PcmBlock> {
  let first: PcmBlock | undefined
  for await (const block of await decoderFor(file, budget)) {
    first ??= block
    if (block.sampleRate !== first.sampleRate || block.channels.length !== first.channels.length)
      throw new Error('The sample rate or the number of channels changes within the file.')
    if (block.channels.length > maxChannels) throw new Error('The file has too many channels.')
    budget.samples(block.channels.length * (block.channels[0]?.length ?? 0))
    block.channels.forEach(limitSamples)
    yield block
  }
}

async function decoderFor(
  file: AudioFile,
  budget: DecodeBudget,
): Promise<AsyncGenerator<PcmBlock>> {
  switch (await codecOf(file)) {
    case 'wav':
      return decodeWav(file)
    case 'flac':
      return decodeStream(file, new FLACDecoder(), budget)
    case 'vorbis':
      return decodeStream(file, new OggVorbisDecoder(), budget, inWavOrder)
    case 'opus':
      return decodeOpus(file, budget)
    case 'mp3':
      return decodeMp3(file, budget)
    case undefined:
      throw new Error(await unsupportedCodec(file))
  }
}

/** By content. Frames of MP3 that follow a tag are found by the decoder. */
async function codecOf({ size, read }: AudioFile): Promise<Codec | undefined> {
  const bytes = await read(0, Math.min(size, signatureBytes))
  const head = Buffer.from(bytes).toString('latin1')
  if (/^(RIFF|RF64).{4}WAVE/s.test(head)) return 'wav'
  if (head.startsWith('fLaC')) return 'flac'
  if (/^OggS.{24}OpusHead/s.test(head)) return 'opus'
  if (/^OggS.{25}vorbis/s.test(head)) return 'vorbis'
  // Layer 0 is ADTS.
  const isMpegFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  if (head.startsWith('ID3') || (isMpegFrame && ((bytes[1] ?? 0) & 0x06) !== 0)) return 'mp3'
  return undefined
}

async function* decodeStream(
  file: AudioFile,
  decoder: StreamDecoder,
  budget: DecodeBudget,
  reorder: (channels: Float32Array[]) => Float32Array[] = (channels) => channels,
): AsyncGenerator<PcmBlock> {
  const toBlocks = ({ channelData, sampleRate, errors }: Decoded): PcmBlock[] => {
    budget.errors(errors.length)
    return channelData[0]?.length ? [{ channels: reorder(channelData), sampleRate }] : []
  }
  await decoder.ready
  try {
    for await (const bytes of inputOf(file)) yield* toBlocks(await decoder.decode(bytes))
    if (decoder.flush) yield* toBlocks(await decoder.flush())
  } finally {
    decoder.free()
  }
}

function limitSamples(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number
    if (sample >= -maxSample && sample <= maxSample) continue
    samples[i] = sample > 0 ? maxSample : sample < 0 ? -maxSample : 0
  }
}
