/** Vorbis and Opus order surround channels differently: where each channel of WAV's order is in theirs. */
const vorbisOrders: Partial<Record<number, number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
}

export function inWavOrder(channels: Float32Array[]): Float32Array[] {
  const order = vorbisOrders[channels.length]
  return order ? order.map((index) => channels[index] as Float32Array) : channels
}
