import type { AudioFile } from '../audio-file.ts'

export type Codec = 'wav' | 'flac' | 'ogg-flac' | 'vorbis' | 'opus' | 'mp3' | 'mp4' | 'adts'

const signatureBytes = 64

/**
 * Detected by content. A file with an ID3 tag and nothing that is recognized is an MP3: junk may precede its first
 * frame.
 */
export async function codecOf(
  { size, read }: AudioFile,
  { isTagged }: { isTagged: boolean },
): Promise<Codec | undefined> {
  const bytes = await read(0, Math.min(size, signatureBytes))
  const head = Buffer.from(bytes).toString('latin1')
  if (/^(RIFF|RF64).{4}WAVE/s.test(head)) return 'wav'
  if (head.startsWith('fLaC')) return 'flac'
  if (/^OggS.{24}OpusHead/s.test(head)) return 'opus'
  if (/^OggS.{25}vorbis/s.test(head)) return 'vorbis'
  if (/^OggS.{25}FLAC/s.test(head)) return 'ogg-flac'
  if (/^.{4}ftyp/s.test(head)) return 'mp4'
  const isMpegFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0
  // Layer 0 is ADTS.
  if (isMpegFrame) return ((bytes[1] ?? 0) & 0x06) === 0 ? 'adts' : 'mp3'
  return isTagged ? 'mp3' : undefined
}
