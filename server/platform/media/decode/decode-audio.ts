import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import type { AudioFile } from '../audio-file.ts'
import { createDecodeBudget, type DecodeBudget, maxChannels } from '../decode-limits.ts'
import { type Codec, codecOf } from './codec.ts'
import { decodeAac } from './decode-aac.ts'
import { decodeFlac } from './decode-flac.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { decodeMp4 } from './decode-mp4.ts'
import { decodeOpus } from './decode-opus.ts'
import { decodeWav } from './decode-wav.ts'
import { oggInput } from './ogg-packets.ts'
import { inputOf, inWavOrder, type PcmBlock } from './pcm.ts'
import { withoutTags } from './without-tags.ts'

/** The interface that the WebAssembly decoders share. */
type StreamDecoder = {
  ready: Promise<void>
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
  flush?(): Decoded | Promise<Decoded>
  free(): void
}
type Decoded = { channelData: Float32Array[]; sampleRate: number; errors: readonly unknown[] }

/** +12 dBFS, more than any real recording: damaged frames can decode to any value. */
const maxSample = 4
const silence: Decoded = { channelData: [], sampleRate: 0, errors: [] }

/**
 * The samples of an audio file, in bounded memory, without the encoder's delay and padding where the format declares
 * them. Throws if the format is unknown or not supported, or if it changes within the file.
 */
export async function* decodeAudio(
  tagged: AudioFile,
  budget: DecodeBudget = createDecodeBudget(tagged.size),
): AsyncGenerator<PcmBlock> {
  const file = await withoutTags(tagged)
  const codec = await codecOf(file, { isTagged: file.size < tagged.size })
  let first: PcmBlock | undefined
  for await (const block of decoderFor(codec, file, budget)) {
    first ??= block
    if (block.sampleRate !== first.sampleRate || block.channels.length !== first.channels.length)
      throw new Error('The sample rate or the number of channels changes within the file.')
    if (block.channels.length > maxChannels) throw new Error('The file has too many channels.')
    budget.samples(block.channels.length * (block.channels[0]?.length ?? 0))
    block.channels.forEach(limitSamples)
    yield block
  }
}

function decoderFor(
  codec: Codec | undefined,
  file: AudioFile,
  budget: DecodeBudget,
): AsyncGenerator<PcmBlock> {
  switch (codec) {
    case 'wav':
      return decodeWav(file)
    case 'flac':
      return decodeFlac(file, budget)
    case 'ogg-flac':
      return decodeStream(oggInput(file), () => new FLACDecoder(), budget)
    case 'vorbis':
      return decodeStream(oggInput(file), () => new OggVorbisDecoder(), budget, inWavOrder)
    case 'opus':
      return decodeOpus(file, budget)
    case 'mp3':
      return decodeMp3(file, budget)
    case 'mp4':
      return decodeMp4(file, budget)
    case 'adts':
      return decodeAac(inputOf(file))
    case undefined:
      throw new Error('The codec is not supported.')
  }
}

type Input = AsyncIterable<{ bytes: Uint8Array; startsLink: boolean }>

async function* decodeStream(
  input: Input,
  createDecoder: () => StreamDecoder,
  budget: DecodeBudget,
  reorder: (channels: Float32Array[]) => Float32Array[] = (channels) => channels,
): AsyncGenerator<PcmBlock> {
  const toBlocks = (decoded: Decoded | undefined): PcmBlock[] => {
    const { channelData, sampleRate, errors } = decoded ?? silence
    budget.errors(errors.length)
    return channelData[0]?.length ? [{ channels: reorder(channelData), sampleRate }] : []
  }
  let decoder: StreamDecoder | undefined
  try {
    for await (const { bytes, startsLink } of input) {
      if (startsLink) {
        yield* toBlocks(await decoder?.flush?.())
        decoder?.free()
        decoder = createDecoder()
        await decoder.ready
      }
      yield* toBlocks(await decoder?.decode(bytes))
    }
    yield* toBlocks(await decoder?.flush?.())
  } finally {
    decoder?.free()
  }
}

function limitSamples(samples: Float32Array): void {
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number
    if (sample >= -maxSample && sample <= maxSample) continue
    samples[i] = sample > 0 ? maxSample : sample < 0 ? -maxSample : 0
  }
}
