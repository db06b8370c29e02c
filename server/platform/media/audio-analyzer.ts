import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { MiB, memoryBudget } from '#server/platform/memory/memory-budget.ts'
import type { AudioAnalysis } from './analysis/audio-analysis.ts'
import { maxChannels, maxSampleRate, maxSamples, minSampleRate } from './decode/decode-limits.ts'
import type { ReadBytes } from './remote-tokenizer.ts'
import { type JobLimits, TaskFailed } from './sandbox/job.ts'
import { createSandbox, type SandboxOptions } from './sandbox/sandbox.ts'

export type AudioAnalyzer = {
  /** Rejects with `TaskFailed` if the file cannot be decoded, or not within the limits. */
  analyze(file: { userId: string; size: number; read: ReadBytes }): Promise<AudioAnalysis>
  close(): Promise<void>
}

const minute = 60_000
/**
 * Decoding takes about 1 % of a file's duration: 12 hours take 8 minutes. A second of audio has 1 KB or more, so that a
 * small file needs little.
 */
const limitsFor = (size: number): JobLimits => ({
  cpuMs: Math.min(15 * minute, minute + size / 100),
  wallMs: 120 * minute,
  outputBytes: 8192,
})

/** Leaves a core to the server. */
export const analysisConcurrency = Math.max(1, availableParallelism() - 1)

const defaults: SandboxOptions = {
  concurrency: analysisConcurrency,
  maxQueue: 100,
  maxQueuePerUser: 100,
  // 120 MiB were measured, and 8 channels of 384 kHz need little more.
  maxMemoryBytes: memoryBudget(0.25, { min: 384 * MiB, max: 512 * MiB }),
  maxCpuSeconds: 3600,
  niceness: 19,
}

/** Decodes whole files, in processes that yield to everything else: long work that no request waits for. */
export function createAudioAnalyzer(overrides: Partial<SandboxOptions> = {}): AudioAnalyzer {
  const sandbox = createSandbox({ ...defaults, ...overrides })
  return {
    async analyze({ userId, size, read }) {
      const written: Uint8Array[] = []
      const write = (bytes: Uint8Array) => void written.push(bytes)
      const job = { task: 'audio-analysis', size, read, write, limits: limitsFor(size) }
      const result = analysis.safeParse(await sandbox.run(userId, job)).data
      const peaks = Int8Array.from(Buffer.concat(written), (byte) => (byte << 24) >> 24)
      if (!result || peaks.length === 0 || peaks.length % 2 !== 0)
        throw new TaskFailed('The result of the analysis is malformed.', 'protocol')
      const { samplesPerBin, ...measured } = result
      return { ...measured, waveform: { samplesPerBin, peaks } }
    },
    close: sandbox.close,
  }
}

/** What a sandbox process returns is checked: its decoder may be compromised. */
const analysis = z.strictObject({
  frames: z.int().positive().max(maxSamples),
  sampleRate: z.int().min(minSampleRate).max(maxSampleRate),
  channels: z.int().positive().max(maxChannels),
  loudness: z.number().nullable(),
  truePeak: z.number().nullable(),
  samplesPerBin: z.int().positive().max(maxSamples),
})
