import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** Records what the page puts out, sample by sample, and compares it with the recording that it played. */

const rate = 44_100

const recorder = readFileSync(new URL('recorder-worklet.js', import.meta.url), 'utf8')

/** Requires `captureAudio`, and `bypassCSP` for the worklet. */
export async function startRecording(page: Page): Promise<void> {
  await page.evaluate(
    async ({ sampleRate, script }) => {
      const context = new AudioContext({ sampleRate })
      const module = new Blob([script], { type: 'text/javascript' })
      await context.audioWorklet.addModule(URL.createObjectURL(module))
      const node = new AudioWorkletNode(context, 'recorder')
      window.recorded = []
      node.port.onmessage = ({ data }) => window.recorded.push(data)
      const [audio] = window.sounds
      if (!audio) throw new Error('The page has no audio element.')
      context.createMediaElementSource(audio).connect(node).connect(context.destination)
    },
    { sampleRate: rate, script: recorder },
  )
}

/** Returns what was recorded since the last call. In base64: as JSON it takes seconds. */
export async function takeRecording(page: Page): Promise<Float32Array> {
  const url = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.readAsDataURL(new Blob(window.recorded.splice(0)))
      }),
  )
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

/** Noise below about 3 kHz, the same in every run: it has no period, so that each sample can be found in the original. */
export function noise(frames: number, seed = 1): Float32Array {
  const samples = new Float32Array(frames)
  let random = seed
  let low = 0
  let lower = 0
  for (let i = 0; i < frames; i++) {
    random = (random * 48_271) % 2_147_483_647
    low += 0.3 * (random / 1_073_741_823.5 - 1 - low)
    lower += 0.3 * (low - lower)
    samples[i] = 0.6 * lower
  }
  return samples
}

type Search = { at: number; length: number; from: number; to: number }

/** The lag of the best correlation of `length` samples of `original` at `at`; undefined if none resembles them. */
function findLag(
  original: Float32Array,
  recorded: Float32Array,
  search: Search,
): number | undefined {
  // Noise below 3 kHz correlates also two samples beside the best lag, and a quarter of its samples has all of it.
  const near = findLagInSteps(original, recorded, search, 4).lag
  const nearby = { ...search, from: near - 4, to: near + 4 }
  const { lag, sum } = findLagInSteps(original, recorded, nearby, 1)
  const { at, length } = search
  const norm = (samples: Float32Array, from: number) =>
    Math.hypot(...samples.subarray(from, from + length))
  return sum > 0.5 * norm(original, at) * norm(recorded, at + lag) ? lag : undefined
}

function findLagInSteps(
  original: Float32Array,
  recorded: Float32Array,
  { at, length, from, to }: Search,
  step: number,
): { lag: number; sum: number } {
  let best = { lag: from, sum: Number.NEGATIVE_INFINITY }
  for (let lag = from; lag <= to; lag += step) {
    let sum = 0
    for (let i = 0; i < length; i += step)
      sum += (original[at + i] ?? 0) * (recorded[at + lag + i] ?? 0)
    if (sum > best.sum) best = { lag, sum }
  }
  return best
}

/** Milliseconds of the longest silence between the first and the last sound. */
export function longestSilence(recorded: Float32Array): number {
  const window = Math.round(rate / 1000)
  const levels = Array.from({ length: Math.floor(recorded.length / window) }, (_, i) =>
    Math.hypot(...recorded.subarray(i * window, (i + 1) * window)),
  )
  const heard = levels.filter((level) => level > 0).toSorted((a, b) => a - b)
  const threshold = 0.1 * (heard[heard.length >> 1] ?? 0)
  const isSound = (level: number) => level > threshold
  const [first, last] = [levels.findIndex(isSound), levels.findLastIndex(isSound)]
  let longest = 0
  let silent = 0
  for (const level of levels.slice(first, last)) {
    silent = isSound(level) ? 0 : silent + 1
    longest = Math.max(longest, silent)
  }
  return longest
}

/** The gap (negative: the overlap) at the boundary of two tracks in milliseconds, and the largest error there and elsewhere. */
export function measureBoundary(original: Float32Array, recorded: Float32Array, boundary: number) {
  const at = boundary - rate / 4
  // The recording may have started at any time.
  const before = findLag(original, recorded, {
    at,
    length: 512,
    from: -at,
    to: recorded.length - at,
  })
  if (before === undefined) throw new Error('The end of the first track is not in the recording.')
  const after = findLag(original, recorded, {
    at: boundary + rate / 4,
    length: 1024,
    from: before - rate,
    to: before + rate,
  })
  if (after === undefined)
    throw new Error('The second track does not begin within a second of the end of the first.')
  const error = (from: number, to: number) => {
    let highest = 0
    for (let i = from; i < to; i++)
      highest = Math.max(highest, Math.abs((original[i] ?? 0) - (recorded[i + before] ?? 0)))
    return highest
  }
  return {
    gapMs: (1000 * (after - before)) / rate,
    errorAtBoundary: error(boundary - 2_000, boundary + 2_000),
    errorElsewhere: Math.max(
      error(boundary - 10_000, boundary - 4_000),
      error(boundary + 4_000, boundary + 10_000),
    ),
  }
}
