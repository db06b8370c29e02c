import { type AudioFile, buffered } from './audio-file.ts'
import type { AudioFormat } from './audio-formats.ts'
import { framesSeconds, readAdtsFrame, readMp3Frame } from './audio-frames.ts'
import { type Codec, codecOf } from './decode/codec.ts'
import { wavSeconds } from './decode/decode-wav.ts'
import { flacSeconds } from './decode/flac-length.ts'
import { mp4Seconds } from './decode/mp4-samples.ts'
import { oggSeconds } from './decode/ogg-packets.ts'
import { withoutTags } from './decode/without-tags.ts'
import { edgeLength, isPolyglot } from './polyglot.ts'
import { readLayout } from './tags/read-layout.ts'
import type { Task } from './task.ts'

type AudioMetadata = { format: AudioFormat; durationSeconds: number }

/** For each codec the format of its file, and what measures its seconds: 0 if there is no audio that can be played. */
const codecs: Record<Codec, [AudioFormat, (file: AudioFile) => Promise<number>]> = {
  wav: ['wav', wavSeconds],
  flac: ['flac', flacSeconds],
  'ogg-flac': ['ogg', oggSeconds],
  vorbis: ['ogg', oggSeconds],
  opus: ['ogg', oggSeconds],
  mp3: ['mp3', (file) => framesSeconds(file, readMp3Frame)],
  mp4: ['m4a', mp4Seconds],
  adts: ['aac', (file) => framesSeconds(file, readAdtsFrame)],
}

const maxDurationSeconds = 7 * 24 * 3600
/** Less than any encoder needs for silence at its usual settings: a file that declares more seconds is believed so far. */
const minBytesPerSecond = 50
/** No cover image is larger. */
const maxTagBytes = 32 * 1024 * 1024

/** Runs in the sandbox. Returns null if the file is not supported audio. */
export const audioMetadataTask: Task = async (file) => {
  const metadata = await readAudioMetadata(file)
  return metadata ? { ...metadata, tagLayout: await readLayout(metadata.format, file) } : null
}

/**
 * Format and duration, from the bytes alone; undefined if the file is not supported audio. Tags are skipped: browsers
 * read them before the upload.
 */
export async function readAudioMetadata(source: AudioFile): Promise<AudioMetadata | undefined> {
  const whole = buffered(source)
  const audio = await withoutTags(whole)
  const tagBytes = whole.size - audio.size
  const codec = await codecOf(audio, { isTagged: tagBytes > 0 })
  if (!codec || tagBytes > maxTagBytes || (await isPolyglotFile(whole))) return undefined
  const [format, measure] = codecs[codec]
  const durationSeconds = Math.min(await measure(audio), audio.size / minBytesPerSecond)
  const isAudio = durationSeconds > 0 && durationSeconds <= maxDurationSeconds
  return isAudio ? { format, durationSeconds } : undefined
}

async function isPolyglotFile({ size, read }: AudioFile): Promise<boolean> {
  const length = Math.min(edgeLength, size)
  return isPolyglot(await read(0, length), await read(size - length, size))
}
