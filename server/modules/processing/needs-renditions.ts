/** Lossy originals above this are worth a smaller file: 192 kbit/s, and some for tags and pictures in the file. */
export const maxLossyBitrate = 200_000

type Analyzed = { audioUrl: string; frames: number | null; sampleRate: number | null }

/** Lossless or large originals, and Ogg, which not every browser plays. */
export function needsRenditions({ audioUrl, frames, sampleRate }: Analyzed, size: number): boolean {
  if (/\.(wav|flac|ogg)$/.test(audioUrl)) return true
  const seconds = (frames ?? 0) / (sampleRate ?? 1)
  return (size * 8) / seconds > maxLossyBitrate
}
