import { type AudioProbe, createAudioProbe } from './audio-probe.ts'
import { createImageEncoder, type ImageEncoder } from './image-encoder.ts'

export type Media = {
  probeAudio: AudioProbe['probe']
  encodeImage: ImageEncoder['encode']
  close(): Promise<void>
}

/** Parses untrusted files off the main thread, within limits. Threads start on first use. */
export function createMedia({ imageWidths }: { imageWidths: readonly number[] }): Media {
  const audio = createAudioProbe()
  const images = createImageEncoder({ widths: imageWidths })
  return { probeAudio: audio.probe, encodeImage: images.encode, close: audio.close }
}
