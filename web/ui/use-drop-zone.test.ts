import { beforeEach, expect, test, vi } from 'vitest'
import { startUpload, type ZoneTransfer } from './use-drop-zone.ts'

beforeEach(() => void vi.useFakeTimers())

function startTestUpload() {
  const transfer = Promise.withResolvers<string>()
  const seen = {
    progress: [] as number[],
    done: [] as string[],
    failed: [] as unknown[],
    aborted: false,
    report: undefined as ZoneTransfer['report'] | undefined,
  }
  const stop = startUpload({
    send({ signal, report }) {
      seen.report = report
      signal.addEventListener('abort', () => {
        seen.aborted = true
      })
      return transfer.promise
    },
    onProgress: (progress) => seen.progress.push(progress),
    onDone: (sent) => seen.done.push(sent),
    onFailed: (reason) => seen.failed.push(reason),
  })
  return { transfer, seen, stop }
}

test('upload progress: what has arrived is shown every 200 ms, at most 90 until the end', async () => {
  const { seen } = startTestUpload()
  await vi.advanceTimersByTimeAsync(199)
  expect(seen.progress).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  seen.report?.(0.2)
  seen.report?.(0.5)
  await vi.advanceTimersByTimeAsync(200)
  seen.report?.(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen.progress.slice(0, 3)).toEqual([0, 45, 90])
  expect(seen.progress.at(-1)).toBe(90)
  expect(seen.done).toEqual([])
})

test('upload progress: it jumps to 100 and reports success 500 ms later', async () => {
  const { transfer, seen } = startTestUpload()
  await vi.advanceTimersByTimeAsync(200)
  transfer.resolve('/objects/1')
  await vi.advanceTimersByTimeAsync(499)
  expect(seen.progress).toEqual([expect.any(Number), 100])
  expect(seen.done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.done).toEqual(['/objects/1'])
  expect(vi.getTimerCount()).toBe(0)
})

test('upload progress: it reports a failure immediately and stops rising', async () => {
  const { transfer, seen } = startTestUpload()
  transfer.reject(new Error('no'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toMatchObject({ progress: [], done: [], failed: [new Error('no')] })
})

test('upload progress: it reports nothing after an abort', async () => {
  const { transfer, seen, stop } = startTestUpload()
  transfer.resolve('/objects/1')
  await vi.advanceTimersByTimeAsync(100)
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toMatchObject({ progress: [100], done: [], failed: [], aborted: true })
  expect(vi.getTimerCount()).toBe(0)
})
