import { type AudioFile, buffered } from '../audio-file.ts'
import type { AudioFormat } from '../audio-formats.ts'
import { parseLayout, type TagLayout } from './layout.ts'
import { type TaggedFile, withElementLimit } from './read/elements.ts'
import { readFlac } from './read/flac.ts'
import { readMp3 } from './read/mp3.ts'
import { readMp4 } from './read/mp4.ts'
import { readOgg } from './read/ogg.ts'
import { readWav } from './read/wav.ts'

/** An ADTS stream has no place for tags. */
const readers: Partial<Record<AudioFormat, (file: TaggedFile) => Promise<TagLayout>>> = {
  mp3: readMp3,
  flac: readFlac,
  m4a: readMp4,
  ogg: readOgg,
  wav: readWav,
}

const unchanged = { format: 'unchanged' } as const

/**
 * Reads what is around the audio, and not the audio. A file that is malformed or unusual, or has more metadata than the
 * limits of a layout allow, stays as it is. Runs in the sandbox.
 */
export async function readLayout(format: AudioFormat, original: AudioFile): Promise<TagLayout> {
  let failure: unknown
  const read: AudioFile['read'] = (start, end) =>
    original.read(start, end).catch((error: unknown) => {
      failure = error
      throw error
    })
  const file = withElementLimit(buffered({ size: original.size, read }))
  try {
    const layout = await readers[format]?.(file)
    return parseLayout(layout, original.size) ?? unchanged
  } catch {
    // The store has failed, not the file.
    if (failure !== undefined) throw failure
    return unchanged
  }
}
