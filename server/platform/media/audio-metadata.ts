import { fileTypeFromTokenizer } from 'file-type'
import { type IAudioMetadata, parseFromTokenizer, UnexpectedFileContentError } from 'music-metadata'
import { type AudioFormat, audioContentTypes } from './audio-formats.ts'
import {
  adtsFrameLength,
  countFrames,
  type FrameLength,
  hasFrameSync,
  mp3FrameLength,
} from './audio-frames.ts'
import { measureWav } from './decode/decode-wav.ts'
import { flacLength } from './decode/flac-length.ts'
import { id3Length, withoutTags } from './decode/without-tags.ts'
import { assertFewTags } from './inspect/inspect-tags.ts'
import { hasAudioTrack } from './mp4-boxes.ts'
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

const frameLengths: Partial<Record<AudioFormat, FrameLength>> = {
  mp3: mp3FrameLength,
  aac: adtsFrameLength,
}

const maxDurationSeconds = 7 * 24 * 3600
const maxTagLength = 200
/** Junk between a tag and the first frame is common; more than this is not audio. */
const frameSearchLength = 64 * 1024

/** Runs in the sandbox. Returns null if the file is not supported audio. */
export const audioMetadataTask: Task = async ({ size, read }) =>
  (await readAudioMetadata(new RemoteTokenizer(size, read))) ?? null

/** Format, duration and tags, from the bytes alone; undefined if the file is not supported audio. */
export async function readAudioMetadata(
  whole: RemoteTokenizer,
): Promise<AudioMetadata | undefined> {
  await assertFewTags(whole)
  const tagLength = await id3Length(whole.file())
  // No cover image is this large: such a tag is skipped.
  const file = tagLength > maxReadBytes ? whole.from(tagLength) : whole
  const format = await detectFormat(file)
  if (!format || (await isPolyglotFile(whole))) return undefined
  if (format === 'm4a' && !(await hasAudioTrack(file, file.fileInfo.size))) return undefined

  file.setPosition(0)
  file.fileInfo.mimeType = audioContentTypes[format]
  const parsed = await parse(format, file)
  if (!hasOnlyAudio(format, parsed) || !(await hasFrames(format, file))) return undefined
  const durationSeconds = await durationOf(format, parsed, file)
  if (!(durationSeconds > 0 && durationSeconds <= maxDurationSeconds)) return undefined
  return { format, durationSeconds, tags: tagsOf(parsed) }
}

async function detectFormat(file: RemoteTokenizer): Promise<AudioFormat | undefined> {
  const detected = await fileTypeFromTokenizer(file)
  if (detected) return formatOfExtension[detected.ext]
  return (await isRf64(file)) ? 'wav' : undefined
}

/** WAV with 64-bit lengths, which the parsers do not know. */
async function isRf64(file: RemoteTokenizer): Promise<boolean> {
  const head = Buffer.alloc(12)
  await file.peekBuffer(head, { position: 0, mayBeLess: true })
  return /^RF64.{4}WAVE$/s.test(head.toString('latin1'))
}

type Parsed = {
  format: Partial<IAudioMetadata['format']>
  common: Partial<IAudioMetadata['common']>
}

const untagged: Parsed = { format: { hasAudio: true }, common: {} }

/** If the data chunk declares no length, the parser would take its samples for chunks. */
async function hasReadableChunks(file: RemoteTokenizer): Promise<boolean> {
  const measured = await measureWav(await withoutTags(file.file()))
  return measured?.declaresLength !== false && !(await isRf64(file))
}

/** A WAV whose chunks the parser rejects has no tags, and is decoded all the same. */
async function parse(format: AudioFormat, file: RemoteTokenizer): Promise<Parsed> {
  if (format === 'wav' && !(await hasReadableChunks(file))) return untagged
  try {
    return await parseFromTokenizer(file, { skipCovers: true, duration: format === 'ogg' })
  } catch (error) {
    if (format === 'wav' && error instanceof UnexpectedFileContentError) return untagged
    throw error
  }
}

async function isPolyglotFile(file: RemoteTokenizer): Promise<boolean> {
  const head = new Uint8Array(Math.min(edgeLength, file.fileInfo.size))
  const tail = new Uint8Array(head.length)
  await file.peekBuffer(head, { position: 0 })
  await file.peekBuffer(tail, { position: file.fileInfo.size - tail.length })
  return isPolyglot(head, tail)
}

function hasOnlyAudio(format: AudioFormat, { format: metadata }: Parsed): boolean {
  if (!metadata.hasAudio || metadata.hasVideo) return false
  if (format === 'm4a') return /AAC|ALAC/.test(metadata.codec ?? '')
  return true
}

async function hasFrames(format: AudioFormat, file: RemoteTokenizer): Promise<boolean> {
  const frameLength = frameLengths[format]
  if (!frameLength) return true
  const { size, read } = await withoutTags(file.file())
  const bytes = await read(0, Math.min(size, frameSearchLength))
  return hasFrameSync(bytes, frameLength, { isWhole: bytes.length === size })
}

async function durationOf(
  format: AudioFormat,
  { format: metadata }: Parsed,
  file: RemoteTokenizer,
): Promise<number> {
  const { duration = 0, bitrate, sampleRate } = metadata
  // An interrupted recording has a length in its header that the file does not have.
  if (format === 'wav')
    return (
      (await measureWav(await withoutTags(file.file())))?.seconds ??
      Math.min(duration, bitrate ? (file.fileInfo.size * 8) / bitrate : 0)
    )
  // An encoder that wrote to a pipe could not add the length to the header.
  if (format === 'flac' && !duration) {
    const { frames, sampleRate } = await flacLength(await withoutTags(file.file()))
    return frames / sampleRate
  }
  const frameLength = frameLengths[format]
  if (duration > 0 || !frameLength || !sampleRate) return duration
  const frames = await countFrames(file, await id3Length(file.file()), frameLength)
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
