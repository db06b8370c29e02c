import { type AudioFile, buffered } from '../audio-file.ts'
import type { AudioFormat } from '../audio-formats.ts'
import { writeFlacTags } from './flac.ts'
import { writeMp3Tags } from './mp3.ts'
import { writeMp4Tags } from './mp4.ts'
import { writeOggTags } from './ogg.ts'
import { type Segment, segmentSize, type Tags } from './tags.ts'
import { writeWavTags } from './wav.ts'

type Writer = (file: AudioFile, tags: Tags) => Promise<Segment[]>

/** An ADTS stream has no place for tags. */
const writers: Partial<Record<AudioFormat, Writer>> = {
  mp3: writeMp3Tags,
  flac: writeFlacTags,
  m4a: writeMp4Tags,
  ogg: writeOggTags,
  wav: writeWavTags,
}

/**
 * The file with these tags instead of its own, as a list of segments: new bytes, and ranges of the original, which
 * include everything that a decoder needs. Reads what is around the audio, and not the audio.
 * A file that is malformed or unusual stays as it is.
 */
export async function writeTags(
  format: AudioFormat,
  original: AudioFile,
  tags: Tags,
): Promise<Segment[]> {
  const unchanged = [{ start: 0, end: original.size }]
  const write = writers[format]
  if (!write) return unchanged
  let readFailed = false
  const file = buffered({
    size: original.size,
    read: (start, end) =>
      original.read(start, end).catch((error: unknown) => {
        readFailed = true
        throw error
      }),
  })
  try {
    return (await write(file, tags)).filter((segment) => segmentSize(segment) > 0)
  } catch (error) {
    if (readFailed) throw error
    return unchanged
  }
}
