export const audioFormats = ['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg'] as const
export type AudioFormat = (typeof audioFormats)[number]

/** What we serve each format as, whatever the uploader called it. */
export const audioContentTypes: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}
