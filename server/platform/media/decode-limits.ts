/** Limits on what a file may decode to, for the analysis and for renditions alike. */

export const maxChannels = 8
export const minSampleRate = 4000
export const maxSampleRate = 768_000

export const maxHours = 12
export const tooLong = (hours = maxHours) => `The file has more than ${hours} hours of audio.`
/** Samples of all channels together: 12 hours of stereo at 48 kHz. */
export const maxSamples = maxHours * 3600 * 48_000 * 2
/** Allowed for a file of any size: an hour of stereo at 48 kHz. */
const freeSamples = 3600 * 48_000 * 2
/** For comparison: speech of 6 kbit/s has 64 samples per byte, silence in a FLAC 800. */
const samplesPerByte = 500
/** Damaged frames that a decoder may skip, which costs time. */
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
