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

/**
 * Increase the version when an encoder makes better files, and set it for the format: existing sites make the
 * renditions of this format again. Increase it too when more files can be decoded: those that failed are tried again.
 * 2: the AAC encoder warms up. 3: a downmix has the loudness of the original, and damaged MP3 and FLAC files are
 * decoded. 4: ALAC is decoded.
 */
export const encoderVersion = 4
export const encoderChanges: Record<RenditionFormat | 'downmix', number> = {
  opus: 1,
  aac: 2,
  /** Of files with more than two channels, in all formats. */
  downmix: 3,
}
