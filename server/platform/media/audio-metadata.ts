import { fileTypeFromTokenizer } from 'file-type'
import { type IAudioMetadata, parseFromTokenizer, UnexpectedFileContentError } from 'music-metadata'
import { type AudioFile, buffered, sliceOf, toBuffer } from './audio-file.ts'
import { type AudioFormat, audioContentTypes } from './audio-formats.ts'
import {
  countFrames,
  findFrames,
  type ReadFrame,
  readAdtsFrame,
  readMp3Frame,
} from './audio-frames.ts'
import { measureWav } from './decode/decode-wav.ts'
import { flacLength } from './decode/flac-length.ts'
import { isCompleteMp4 } from './decode/mp4-index.ts'
import { id3Length, withoutTags } from './decode/without-tags.ts'
import { assertFewTags } from './inspect/inspect-tags.ts'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { maxReadBytes, RemoteTokenizer } from './remote-tokenizer.ts'
import type { Task } from './task.ts'

export type AudioMetadata = {
  format: AudioFormat
  durationSeconds: number
  tags: { title?: string; artist?: string; album?: string; genre?: string }
}

/** By file-type's extension; an MP4 of any brand may contain only audio. */
const formatOfExtension: Partial<Record<string, AudioFormat>> = {
  mp3: 'mp3',
  wav: 'wav',
  m4a: 'm4a',
  m4b: 'm4a',
  mp4: 'm4a',
  '3gp': 'm4a',
  aac: 'aac',
  flac: 'flac',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
}

const frameReaders: Partial<Record<AudioFormat, ReadFrame>> = {
  mp3: readMp3Frame,
  aac: readAdtsFrame,
}

const maxDurationSeconds = 7 * 24 * 3600
const maxTagLength = 200
/** Junk between a tag and the first frame is common; more than this is not audio. */
const frameSearchLength = 64 * 1024

/** Runs in the sandbox. Returns null if the file is not supported audio. */
export const audioMetadataTask: Task = async (file) => (await readAudioMetadata(file)) ?? null

/** Format, duration and tags, from the bytes alone; undefined if the file is not supported audio. */
export async function readAudioMetadata(source: AudioFile): Promise<AudioMetadata | undefined> {
  const whole = buffered(source)
  await assertFewTags(whole)
  const tagLength = await id3Length(whole)
  // No cover image is this large: such a tag is skipped.
  const file = tagLength > maxReadBytes ? sliceOf(whole, tagLength) : whole
  const format = await detectFormat(file)
  if (!format || (await isPolyglotFile(whole))) return undefined
  if (format === 'm4a' && !(await isCompleteMp4(file))) return undefined

  const audio = await withoutTags(file)
  const parsed = await parse(format, file, audio)
  if (!hasOnlyAudio(format, parsed) || !(await hasFrames(format, audio))) return undefined
  const durationSeconds = await durationOf(format, parsed, audio)
  if (!(durationSeconds > 0 && durationSeconds <= maxDurationSeconds)) return undefined
  return { format, durationSeconds, tags: tagsOf(parsed) }
}

async function detectFormat(file: AudioFile): Promise<AudioFormat | undefined> {
  const detected = await fileTypeFromTokenizer(new RemoteTokenizer(file))
  if (detected) return formatOfExtension[detected.ext]
  return (await isRf64(file)) ? 'wav' : undefined
}

/** WAV with 64-bit lengths, which the parsers do not know. */
async function isRf64({ size, read }: AudioFile): Promise<boolean> {
  const head = toBuffer(await read(0, Math.min(size, 12)))
  return /^RF64.{4}WAVE$/s.test(head.toString('latin1'))
}

type Parsed = {
  format: Partial<IAudioMetadata['format']>
  common: Partial<IAudioMetadata['common']>
}

const untagged: Parsed = { format: { hasAudio: true }, common: {} }

/** A WAV whose chunks the parser rejects has no tags, and is decoded all the same. */
async function parse(format: AudioFormat, file: AudioFile, audio: AudioFile): Promise<Parsed> {
  if (format === 'wav' && !(await hasReadableChunks(audio))) return untagged
  try {
    const tokenizer = new RemoteTokenizer(file, audioContentTypes[format])
    return await parseFromTokenizer(tokenizer, { skipCovers: true, duration: format === 'ogg' })
  } catch (error) {
    if (format === 'wav' && error instanceof UnexpectedFileContentError) return untagged
    throw error
  }
}

/** If the data chunk declares no length, the parser would take its samples for chunks. */
async function hasReadableChunks(wav: AudioFile): Promise<boolean> {
  return (await measureWav(wav))?.declaresLength !== false && !(await isRf64(wav))
}

async function isPolyglotFile({ size, read }: AudioFile): Promise<boolean> {
  const length = Math.min(edgeLength, size)
  return isPolyglot(await read(0, length), await read(size - length, size))
}

function hasOnlyAudio(format: AudioFormat, { format: metadata }: Parsed): boolean {
  if (!metadata.hasAudio || metadata.hasVideo) return false
  if (format === 'm4a') return /AAC|ALAC/.test(metadata.codec ?? '')
  return true
}

async function hasFrames(format: AudioFormat, { size, read }: AudioFile): Promise<boolean> {
  const readFrame = frameReaders[format]
  if (!readFrame) return true
  const bytes = await read(0, Math.min(size, frameSearchLength))
  return findFrames(bytes, readFrame, { isEnd: bytes.length === size }) < bytes.length
}

async function durationOf(
  format: AudioFormat,
  { format: metadata }: Parsed,
  audio: AudioFile,
): Promise<number> {
  const { duration = 0, bitrate, sampleRate } = metadata
  // An interrupted recording has a length in its header that the file does not have.
  if (format === 'wav')
    return (
      (await measureWav(audio))?.seconds ??
      Math.min(duration, bitrate ? (audio.size * 8) / bitrate : 0)
    )
  // An encoder that wrote to a pipe could not add the length to the header.
  if (format === 'flac' && !duration) {
    const { frames, sampleRate } = await flacLength(audio)
    return frames / sampleRate
  }
  const readFrame = frameReaders[format]
  if (duration > 0 || !readFrame || !sampleRate) return duration
  const frames = await countFrames(audio, readFrame)
  return (frames * samplesPerFrame(format, metadata.codec)) / sampleRate
}

function samplesPerFrame(format: AudioFormat, codec = ''): number {
  if (format === 'aac') return 1024
  return codec.startsWith('MPEG 1 ') ? 1152 : 576
}

function tagsOf({ common }: Parsed): AudioMetadata['tags'] {
  const fields = { ...common, genre: common.genre?.[0] }
  const tags: AudioMetadata['tags'] = {}
  for (const name of ['title', 'artist', 'album', 'genre'] as const) {
    const text = fields[name]?.replaceAll('\0', '').trim().slice(0, maxTagLength)
    if (text) tags[name] = text
  }
  return tags
}
