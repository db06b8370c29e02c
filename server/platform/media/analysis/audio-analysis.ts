import type { AudioFile } from '../audio-file.ts'
import type { AudioAnalysis } from '../audio-processor.ts'
import { decodeAudio } from '../decode/decode-audio.ts'
import { withoutTags } from '../decode/without-tags.ts'
import * as limits from '../decode-limits.ts'
import type { Task } from '../task.ts'
import { LoudnessMeter } from './loudness.ts'
import { TruePeakMeter } from './true-peak.ts'
import { WaveformMeter } from './waveform-bins.ts'

/** Runs in the sandbox. Writes the waveform's peaks and returns the rest. */
export const audioAnalysisTask: Task = async (file) => {
  const { waveform, ...result } = await analyzeAudio(file)
  await file.write(new Uint8Array(waveform.peaks.buffer))
  return { ...result, samplesPerBin: waveform.samplesPerBin }
}

/** Duration, loudness, true peak and waveform of a file, in one pass and in bounded memory. */
export async function analyzeAudio(
  file: AudioFile,
  { maxHours = limits.maxHours } = {},
): Promise<AudioAnalysis> {
  let meters: Meters | undefined
  let frames = 0
  let lossless = false
  for await (const { channels, sampleRate, mask, isLossless = false } of decodeAudio(file)) {
    lossless = isLossless
    meters ??= createMeters(sampleRate, channels.length, mask)
    meters.loudness.add(channels)
    meters.truePeak.add(channels)
    meters.waveform.add(channels)
    frames += channels[0]?.length ?? 0
    if (frames > maxHours * 3600 * sampleRate) throw new Error(limits.tooLong(maxHours))
  }
  if (!meters) throw new Error('The file has no audio that can be decoded.')
  return {
    frames,
    sampleRate: meters.sampleRate,
    channels: meters.channels,
    isLossless: lossless,
    loudness: meters.loudness.integrated(),
    truePeak: meters.truePeak.peak(),
    audioBytes: (await withoutTags(file)).size,
    waveform: meters.waveform.bins(),
  }
}

type Meters = ReturnType<typeof createMeters>

function createMeters(sampleRate: number, channels: number, mask?: number) {
  if (!(sampleRate >= limits.minSampleRate && sampleRate <= limits.maxSampleRate))
    throw new Error(`The sample rate of ${sampleRate} Hz is not supported.`)
  return {
    sampleRate,
    channels,
    loudness: new LoudnessMeter(sampleRate, channels, mask),
    truePeak: new TruePeakMeter(sampleRate, channels),
    waveform: new WaveformMeter(),
  }
}
