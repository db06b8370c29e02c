import { type AudioProbe, createAudioProbe } from './audio-probe.ts'
import { createImageEncoder, type ImageEncoder } from './image-encoder.ts'

export type Media = {
  probeAudio: AudioProbe['probe']
  encodeImage: ImageEncoder['encode']
  close(): Promise<void>
}

/** Reading what strangers upload, off the main thread and within limits. Threads start when first needed. */
export function createMedia({ imageWidths }: { imageWidths: readonly number[] }): Media {
  const audio = createAudioProbe()
  const images = createImageEncoder({ widths: imageWidths })
  return { probeAudio: audio.probe, encodeImage: images.encode, close: audio.close }
}
