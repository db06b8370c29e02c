/** Centre and surround channels at -3 dB (ITU-R BS.775), all together at a level that cannot clip. */
const side = Math.SQRT1_2

/**
 * Mono and stereo stay as they are; more channels, in the order of WAV (left, right, centre, LFE, left and right
 * surround, …), become stereo. The LFE channel is left out.
 */
export function downmix(channels: Float32Array[]): Float32Array[] {
  if (channels.length <= 2) return channels
  const hasLfe = channels.length >= 6
  const surround = channels.slice(hasLfe ? 4 : 3)
  const [left, right, centre] = channels
  // With an odd one in the middle: 4 and 7 channels.
  const isShared = surround.length % 2 === 1
  const lefts = surround.filter((_, index) => (isShared && index === 0) || index % 2 === 0)
  const rights = surround.filter((_, index) => (isShared && index === 0) || index % 2 === 1)
  const gain = 1 / (1 + side * (1 + Math.max(lefts.length, rights.length)))
  const mix = (front: Float32Array | undefined, sides: Float32Array[]) => {
    const mixed = new Float32Array(front?.length ?? 0)
    for (let i = 0; i < mixed.length; i++) {
      let sum = (front?.[i] as number) + side * (centre?.[i] as number)
      for (const each of sides) sum += side * (each[i] as number)
      mixed[i] = gain * sum
    }
    return mixed
  }
  return [mix(left, lefts), mix(right, rights)]
}
