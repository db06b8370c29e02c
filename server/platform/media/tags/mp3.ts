import type { AudioFile } from '../audio-file.ts'
import { audioBounds } from '../decode/without-tags.ts'
import { id3Tag } from './id3.ts'
import type { Segment, Tags } from './tags.ts'

/** One tag before the audio. Those that the file had are left out, also ID3v1 and APE at its end. */
export async function writeMp3Tags(file: AudioFile, tags: Tags): Promise<Segment[]> {
  return [id3Tag(tags), await audioBounds(file)]
}
