export const audioFormats = ['mp3', 'wav', 'm4a', 'aac', 'flac', 'ogg'] as const
export type AudioFormat = (typeof audioFormats)[number]

/** The content type served for each format, whatever the uploader declared. */
export const audioContentTypes: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
}

/** What the server makes of an original, each as one fragmented MP4. */
export const renditionFormats = ['opus', 'aac'] as const
export type RenditionFormat = (typeof renditionFormats)[number]

export const renditionContentTypes: Record<RenditionFormat, string> = {
  opus: 'audio/mp4; codecs="opus"',
  aac: 'audio/mp4; codecs="mp4a.40.2"',
}
