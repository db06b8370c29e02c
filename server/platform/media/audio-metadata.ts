import { fileTypeFromTokenizer } from 'file-type'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { type AudioFormat, audioContentTypes } from './audio-formats.ts'
import {
  adtsFrameLength,
  countFrames,
  type FrameLength,
  hasFrameSync,
  mp3FrameLength,
} from './audio-frames.ts'
import { assertFewTags } from './inspect/inspect-tags.ts'
import { hasAudioTrack } from './mp4-boxes.ts'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { RemoteTokenizer } from './remote-tokenizer.ts'
import type { Task } from './sandbox/task.ts'

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
export async function readAudioMetadata(file: RemoteTokenizer): Promise<AudioMetadata | undefined> {
  await assertFewTags(file)
  const detected = await fileTypeFromTokenizer(file)
  const format = formatOfExtension[detected?.ext ?? '']
  if (!format || (await isPolyglotFile(file))) return undefined
  if (format === 'm4a' && !(await hasAudioTrack(file, file.fileInfo.size))) return undefined

  file.setPosition(0)
  file.fileInfo.mimeType = audioContentTypes[format]
  const parsed = await parseFromTokenizer(file, {
    skipCovers: true,
    duration: format === 'ogg',
  })
  if (!hasOnlyAudio(format, parsed) || !(await hasFrames(format, file))) return undefined
  const durationSeconds = await durationOf(format, parsed, file)
  if (!(durationSeconds > 0 && durationSeconds <= maxDurationSeconds)) return undefined
  return { format, durationSeconds, tags: tagsOf(parsed) }
}

async function isPolyglotFile(file: RemoteTokenizer): Promise<boolean> {
  const head = new Uint8Array(Math.min(edgeLength, file.fileInfo.size))
  const tail = new Uint8Array(head.length)
  await file.peekBuffer(head, { position: 0 })
  await file.peekBuffer(tail, { position: file.fileInfo.size - tail.length })
  return isPolyglot(head, tail)
}

function hasOnlyAudio(format: AudioFormat, { format: metadata }: IAudioMetadata): boolean {
  if (!metadata.hasAudio || metadata.hasVideo) return false
  if (format === 'm4a') return /AAC|ALAC/.test(metadata.codec ?? '')
  return true
}

async function hasFrames(format: AudioFormat, file: RemoteTokenizer): Promise<boolean> {
  const frameLength = frameLengths[format]
  if (!frameLength) return true
  const bytes = new Uint8Array(frameSearchLength)
  const position = await id3Length(file)
  const count = await file.peekBuffer(bytes, { position, mayBeLess: true })
  return hasFrameSync(bytes.subarray(0, count), frameLength)
}

async function id3Length(file: RemoteTokenizer): Promise<number> {
  const head = Buffer.alloc(10)
  await file.peekBuffer(head, { position: 0, mayBeLess: true })
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}

async function durationOf(
  format: AudioFormat,
  { format: metadata }: IAudioMetadata,
  file: RemoteTokenizer,
): Promise<number> {
  const { duration = 0, bitrate, sampleRate } = metadata
  // An interrupted recording has a length in its header that the file does not have.
  if (format === 'wav' && bitrate) return Math.min(duration, (file.fileInfo.size * 8) / bitrate)
  const frameLength = frameLengths[format]
  if (duration > 0 || !frameLength || !sampleRate) return duration
  const frames = await countFrames(file, await id3Length(file), frameLength)
  return (frames * samplesPerFrame(format, metadata.codec)) / sampleRate
}

function samplesPerFrame(format: AudioFormat, codec = ''): number {
  if (format === 'aac') return 1024
  return codec.startsWith('MPEG 1 ') ? 1152 : 576
}

function tagsOf({ common }: IAudioMetadata): AudioMetadata['tags'] {
  const fields = { ...common, genre: common.genre?.[0] }
  const tags: AudioMetadata['tags'] = {}
  for (const name of ['title', 'artist', 'album', 'genre'] as const) {
    const text = fields[name]?.replaceAll('\0', '').trim().slice(0, maxTagLength)
    if (text) tags[name] = text
  }
  return tags
}
