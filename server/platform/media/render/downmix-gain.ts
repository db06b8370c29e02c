import { LoudnessMeter } from '../analysis/loudness.ts'
import { TruePeakMeter } from '../analysis/true-peak.ts'
import type { PcmBlock } from '../decode/pcm.ts'
import { downmix } from './downmix.ts'

/** dBTP, the maximum of EBU R128: lossy encoders overshoot. */
const maxTruePeak = -1

/**
 * The gain that gives a downmix the loudness of all channels together, which is what the player levels by, as far as its
 * true peak permits.
 */
export async function downmixGain(blocks: AsyncIterable<PcmBlock>): Promise<number> {
  let meters: ReturnType<typeof createMeters> | undefined
  for await (const block of blocks) {
    meters ??= createMeters(block)
    const mixed = downmix(block.channels, block.mask)
    meters.original.add(block.channels)
    meters.mixed.add(mixed)
    meters.truePeak.add(mixed)
  }
  const original = meters?.original.integrated() ?? null
  const mixed = meters?.mixed.integrated() ?? null
  const truePeak = meters?.truePeak.peak() ?? null
  if (original === null || mixed === null || truePeak === null) return 1
  return 10 ** (Math.min(original - mixed, Math.max(0, maxTruePeak - truePeak)) / 20)
}

const createMeters = ({ channels, sampleRate, mask }: PcmBlock) => ({
  original: new LoudnessMeter(sampleRate, channels.length, mask),
  mixed: new LoudnessMeter(sampleRate, 2),
  truePeak: new TruePeakMeter(sampleRate, 2),
})
