import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { MiB, memoryBudget } from '#server/platform/memory/memory-budget.ts'
import type { AudioFile } from './audio-file.ts'
import type { RenditionFormat } from './audio-formats.ts'
import { maxChannels, maxSampleRate, maxSamples, minSampleRate } from './decode-limits.ts'
import { type JobLimits, TaskFailed } from './sandbox/job.ts'
import { createSandbox, type SandboxOptions } from './sandbox/sandbox.ts'

type SourceFile = AudioFile & { client: string }
export type AudioAnalysis = Omit<z.infer<typeof analysis>, 'samplesPerBin'> & {
  waveform: { samplesPerBin: number; peaks: Int8Array }
}
type RenditionOptions = Pick<AudioAnalysis, 'frames' | 'sampleRate'> & {
  format: RenditionFormat
  /** Bits per second. */
  maxBitrate: number
}

/** Both functions reject with `TaskFailed` if the file cannot be decoded, or not within the limits. */
export type AudioProcessor = {
  analyze(file: SourceFile): Promise<AudioAnalysis>
  /**
   * Passes the fragments of an MP4 file to `write`, and after them the header that comes before them in the file.
   * Returns the length of the header.
   */
  render(
    file: SourceFile,
    options: RenditionOptions,
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<{ headerBytes: number }>
  close(): Promise<void>
}

const minute = 60_000
/**
 * Decoding takes about 1 % of a file's duration: 12 hours take 8 minutes. A second of audio has 1 KB or more, so that a
 * small file needs little time.
 */
const analysisLimits = (size: number): JobLimits => ({
  cpuMs: Math.min(15 * minute, minute + size / 100),
  wallMs: 120 * minute,
  outputBytes: 8192,
})

const programFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** Whether ffmpeg is installed on the host: AAC can be decoded only then. */
export const hasFfmpeg = (): boolean =>
  programFolders.some((folder) => existsSync(path.join(folder, 'ffmpeg')))

/** Leaves a core to the server. */
export const processingConcurrency = Math.max(1, availableParallelism() - 1)

const defaults: SandboxOptions = {
  concurrency: processingConcurrency,
  maxQueue: 100,
  maxQueuePerClient: 100,
  // 160 MiB were measured, and 8 channels of 384 kHz need little more.
  maxMemoryBytes: memoryBudget(0.25, { min: 384 * MiB, max: 512 * MiB }),
  maxCpuSeconds: 6 * 3600,
  niceness: 19,
  // A compromised decoder sees no file of another client. The start of a new process delays no request.
  maxJobsPerProcess: 1,
}

/** Decodes and encodes whole files in processes of low priority: this takes long, and no request waits for it. */
export function createAudioProcessor(overrides: Partial<SandboxOptions> = {}): AudioProcessor {
  const programPath = hasFfmpeg() ? programFolders.join(':') : undefined
  const sandbox = createSandbox({ ...defaults, programPath, ...overrides })
  return {
    async analyze({ client, size, read }) {
      const written: Uint8Array[] = []
      const write = (bytes: Uint8Array) => void written.push(bytes)
      const job = { task: 'audio-analysis', size, read, write, limits: analysisLimits(size) }
      const result = analysis.safeParse(await sandbox.run(client, job)).data
      const peaks = Int8Array.from(Buffer.concat(written), (byte) => (byte << 24) >> 24)
      if (!result || peaks.length === 0 || peaks.length % 2 !== 0)
        throw new TaskFailed('The result of the analysis is malformed.', 'protocol')
      const { samplesPerBin, ...measured } = result
      return { ...measured, waveform: { samplesPerBin, peaks } }
    },
    async render({ client, size, read }, options, write) {
      const limits = renditionLimits(options)
      const job = { task: 'audio-rendition', options, size, read, write, limits }
      const result = rendition.safeParse(await sandbox.run(client, job)).data
      if (!result) throw new TaskFailed('The result of the encoder is malformed.', 'protocol')
      return result
    },
    close: sandbox.close,
  }
}

/** AAC takes about a tenth of a file's duration. No bitrate of ours reaches 384 kbit/s. */
function renditionLimits({ frames, sampleRate }: RenditionOptions): JobLimits {
  const seconds = frames / sampleRate
  const cpuMs = 2 * minute + seconds * 400
  return { cpuMs, wallMs: 12 * cpuMs, outputBytes: MiB + Math.ceil(seconds * 48_000) }
}

/** What a sandbox process returns is checked: its decoder may be compromised. */
const analysis = z.strictObject({
  /** Samples per channel: divided by the sample rate, the exact duration. */
  frames: z.int().positive().max(maxSamples),
  sampleRate: z.int().min(minSampleRate).max(maxSampleRate),
  channels: z.int().positive().max(maxChannels),
  /** Set for a lossless codec in a container that can also hold lossy ones. */
  isLossless: z.boolean(),
  /** LUFS; null for silence. */
  loudness: z.number().nullable(),
  /** dBTP; null for silence. */
  truePeak: z.number().nullable(),
  /** Without tags: a cover image does not count toward the bitrate. */
  audioBytes: z.int().nonnegative(),
  samplesPerBin: z.int().positive().max(maxSamples),
})
const rendition = z.strictObject({ headerBytes: z.int().positive() })
