/** What a file may decode to. Everything that decodes a file is limited by these, whatever it does with the samples. */

export const maxChannels = 8
export const minSampleRate = 4000
export const maxSampleRate = 768_000

export const maxHours = 12
export const tooLong = (hours = maxHours) => `The file has more than ${hours} hours of audio.`
/** Of all channels together: 12 hours of stereo at 48 kHz. */
export const maxSamples = maxHours * 3600 * 48_000 * 2
/** However small the file: an hour of stereo. */
const freeSamples = 3600 * 48_000 * 2
/** Speech of 6 kbit/s has 64, silence in a FLAC 800. */
const samplesPerByte = 500
/** A decoder skips damaged frames, at a cost. */
const maxErrors = 1000

export type DecodeBudget = { samples(count: number): void; errors(count: number): void }

/** Throws if a file decodes to more than its size makes plausible, or hardly decodes at all. */
export function createDecodeBudget(size: number): DecodeBudget {
  let samplesLeft = Math.min(maxSamples, freeSamples + samplesPerByte * size)
  let errorsLeft = maxErrors
  return {
    samples(count) {
      samplesLeft -= count
      if (samplesLeft < 0) throw new Error('The file decodes to too much audio for its size.')
    },
    errors(count) {
      errorsLeft -= count
      if (errorsLeft < 0) throw new Error('The file has too many damaged frames.')
    },
  }
}
