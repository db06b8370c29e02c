/** The speakers of a recording's channels: bits of the channel mask of WAV, in the order of the channels. */
export const speakers = {
  frontLeft: 0x1,
  frontRight: 0x2,
  frontCenter: 0x4,
  lfe: 0x8,
  backLeft: 0x10,
  backRight: 0x20,
  leftOfCenter: 0x40,
  rightOfCenter: 0x80,
  backCenter: 0x100,
  sideLeft: 0x200,
  sideRight: 0x400,
}

/** By the number of channels, as FLAC, Vorbis and Opus define them: 4 are quadraphonic, 7 are 6.1. */
const usualMasks = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f]

/** One speaker for each channel. A mask that has too few is ignored. */
export function speakersOf(channels: number, mask = 0): number[] {
  const declared = bitsOf(mask)
  const used = declared.length < channels ? bitsOf(usualMasks[channels] ?? 0) : declared
  return Array.from({ length: channels }, (_, index) => used[index] ?? 0)
}

const bitsOf = (mask: number) =>
  Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((bit) => mask & bit)
