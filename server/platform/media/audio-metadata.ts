import { fileTypeFromTokenizer } from 'file-type'
import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { type AudioFormat, audioContentTypes } from './audio-formats.ts'
import {
  adtsFrameLength,
  countFrames,
  type FrameLength,
  hasFrameRow,
  mp3FrameLength,
} from './audio-frames.ts'
import { hasSoundBoxes } from './mp4-boxes.ts'
import { edgeLength, isPolyglot } from './polyglot.ts'
import type { DistantFile } from './remote-tokenizer.ts'

export type AudioFacts = {
  format: AudioFormat
  durationSeconds: number
  tags: { title?: string; artist?: string; album?: string; genre?: string }
}

/** From what file-type calls a file; an MP4 of any brand may hold nothing but sound. */
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

const longestDuration = 7 * 24 * 3600
const longestTag = 200
/** Junk between a tag and the first frame is common; more than this is something else. */
const frameSearchLength = 64 * 1024

/** What the file is, found out from its bytes alone; undefined if it is no audio that we take. */
export async function readAudioFacts(file: DistantFile): Promise<AudioFacts | undefined> {
  const detected = await fileTypeFromTokenizer(file)
  const format = formatOfExtension[detected?.ext ?? '']
  if (!format || (await isSomethingElseToo(file))) return undefined
  if (format === 'm4a' && !(await hasSoundBoxes(file, file.fileInfo.size))) return undefined

  file.setPosition(0)
  file.fileInfo.mimeType = audioContentTypes[format]
  const found = await parseFromTokenizer(file, {
    skipCovers: true,
    duration: format === 'ogg',
  })
  if (!holdsOnlySound(format, found) || !(await hasFrames(format, file))) return undefined
  const durationSeconds = await durationOf(format, found, file)
  if (!(durationSeconds > 0 && durationSeconds <= longestDuration)) return undefined
  return { format, durationSeconds, tags: tagsOf(found) }
}

async function isSomethingElseToo(file: DistantFile): Promise<boolean> {
  const head = new Uint8Array(Math.min(edgeLength, file.fileInfo.size))
  const tail = new Uint8Array(head.length)
  await file.peekBuffer(head, { position: 0 })
  await file.peekBuffer(tail, { position: file.fileInfo.size - tail.length })
  return isPolyglot(head, tail)
}

function holdsOnlySound(format: AudioFormat, { format: facts }: IAudioMetadata): boolean {
  if (!facts.hasAudio || facts.hasVideo) return false
  if (format === 'm4a') return /AAC|ALAC/.test(facts.codec ?? '')
  return true
}

async function hasFrames(format: AudioFormat, file: DistantFile): Promise<boolean> {
  const frameLength = frameLengths[format]
  if (!frameLength) return true
  const bytes = new Uint8Array(frameSearchLength)
  const position = await lengthOfId3(file)
  const count = await file.peekBuffer(bytes, { position, mayBeLess: true })
  return hasFrameRow(bytes.subarray(0, count), frameLength)
}

async function lengthOfId3(file: DistantFile): Promise<number> {
  const head = Buffer.alloc(10)
  await file.peekBuffer(head, { position: 0, mayBeLess: true })
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}

async function durationOf(
  format: AudioFormat,
  { format: facts }: IAudioMetadata,
  file: DistantFile,
): Promise<number> {
  const { duration = 0, bitrate, sampleRate } = facts
  // A recorder that was cut off leaves a length in the header that the file does not have.
  if (format === 'wav' && bitrate) return Math.min(duration, (file.fileInfo.size * 8) / bitrate)
  const frameLength = frameLengths[format]
  if (duration > 0 || !frameLength || !sampleRate) return duration
  const frames = await countFrames(file, await lengthOfId3(file), frameLength)
  return (frames * samplesPerFrame(format, facts.codec)) / sampleRate
}

function samplesPerFrame(format: AudioFormat, codec = ''): number {
  if (format === 'aac') return 1024
  return codec.startsWith('MPEG 1 ') ? 1152 : 576
}

function tagsOf({ common }: IAudioMetadata): AudioFacts['tags'] {
  const fields = { ...common, genre: common.genre?.[0] }
  const tags: AudioFacts['tags'] = {}
  for (const name of ['title', 'artist', 'album', 'genre'] as const) {
    const text = fields[name]?.replaceAll('\0', '').trim().slice(0, longestTag)
    if (text) tags[name] = text
  }
  return tags
}
