import { beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'

vi.mock('#web/api/uploads.ts', { spy: true })
// Another file of the worker may have imported it with the real API.
vi.resetModules()
const api = await import('#web/api/uploads.ts')
const { ApiError } = await import('#web/api/client.ts')
const { sendAudio, sendParts } = await import('./send-audio.ts')

const upload = { id: 'u', uploadURL: 'https://store/u', partSize: 4, parts: 3 }
const file = new File(['0123456789'], 'kettle.wav', { type: 'audio/wav' })
const large = new File([new Uint8Array(limits.uploadPartBytes + 1)], 'kettle.wav')

/** A server that stores parts; `fail` is called before each one. */
function useServer(fail: (part: string) => Promise<void> = async () => {}) {
  const arrived = new Map<string, string>()
  const sent: string[] = []
  vi.mocked(api.requestUploadUrl).mockResolvedValue('whole')
  vi.mocked(api.requestPartUpload).mockResolvedValue(upload)
  vi.mocked(api.requestPartUrl).mockImplementation(async (_id, part) => String(part))
  vi.mocked(api.listUploadParts).mockImplementation(async () => [...arrived.keys()].map(Number))
  vi.mocked(api.registerAudio).mockImplementation(async () => [...arrived.values()].join(''))
  vi.mocked(api.putBytes).mockImplementation(async (part, bytes, options) => {
    sent.push(part)
    options.onProgress?.(bytes.size)
    await fail(part)
    arrived.set(part, await bytes.text())
  })
  return { arrived, sent }
}

const failing = (status: number) => new ApiError(status, '', '{"message":"No."}')

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

/** Advances the time until it is settled, by an hour at most: a failed test does not go on in the background. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  promise.finally(() => (isSettled = true)).catch(() => {})
  for (let seconds = 0; !isSettled && seconds < 3600; seconds++)
    await vi.advanceTimersByTimeAsync(1000)
  return promise
}

test('audio transfer: a file that fits into one part takes the three specified calls', async () => {
  const { sent } = useServer()
  const progress: number[] = []
  const onSent = vi.fn()
  const path = await sendAudio(file, { onSent, onProgress: (bytes) => progress.push(bytes) })
  expect(path).toBe('0123456789')
  expect(progress).toEqual([10])
  expect(onSent).toHaveBeenCalledOnce()
  expect(sent).toEqual(['whole'])
  expect(vi.mocked(api.putBytes).mock.calls[0]?.[2].contentType).toBe('audio/wav')
  expect(vi.mocked(api.registerAudio).mock.calls[0]?.[0]).toBe('whole')
  for (const call of [api.requestPartUpload, api.requestPartUrl, api.listUploadParts])
    expect(call).not.toHaveBeenCalled()
})

const calls = ['requestUploadUrl', 'putBytes', 'registerAudio'] as const
const statuses = [409, 429, 500, 502, 503, 504]
const refusals = calls.flatMap((call) => statuses.map((status) => [call, status] as const))

test.each(refusals)(
  'audio transfer: a small file ends with the status of %s: %d',
  async (call, status) => {
    useServer()
    vi.mocked(api[call]).mockRejectedValue(failing(status))
    await expect(sendAudio(file)).rejects.toMatchObject({ status })
    expect(api[call]).toHaveBeenCalledOnce()
  },
)

test('audio transfer: a small file whose connection is lost goes to the same URL, without end', async () => {
  let lost = 0
  const { sent } = useServer(async () => {
    if (++lost <= 30) throw new TypeError('Network error')
    // The bytes of the lost request are still arriving.
    if (lost <= 32) throw failing(409)
  })
  expect(await settled(sendAudio(file))).toBe('0123456789')
  expect(sent).toHaveLength(33)
  expect(api.requestUploadUrl).toHaveBeenCalledOnce()
})

test('audio transfer: a small file gets another URL if the first has expired meanwhile', async () => {
  let tries = 0
  useServer(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Network error')
    if (tries === 2) throw failing(403)
  })
  expect(await settled(sendAudio(file))).toBe('0123456789')
  expect(api.requestUploadUrl).toHaveBeenCalledTimes(2)
})

test('audio transfer: parts are sent one after the other, and what is sent is reported', async () => {
  const { arrived, sent } = useServer()
  const progress: number[] = []
  expect(await sendParts(file, { onProgress: (bytes) => progress.push(bytes) })).toBe(
    upload.uploadURL,
  )
  expect(sent).toEqual(['1', '2', '3'])
  expect([...arrived.values()]).toEqual(['0123', '4567', '89'])
  expect(progress).toEqual([0, 4, 4, 8, 8, 10])
})

test('audio transfer: a lost connection is no failure, and what has arrived is not sent again', async () => {
  let lost = 0
  const { sent } = useServer(async (part) => {
    if (part === '2' && ++lost <= 30) throw new TypeError('Network error')
  })
  const waiting: boolean[] = []
  await settled(sendParts(file, { onWaiting: (isWaiting) => waiting.push(isWaiting) }))
  expect(sent).toEqual(['1', ...Array(31).fill('2'), '3'])
  expect(waiting.slice(0, 2)).toEqual([false, true])
  expect(waiting.at(-1)).toBe(false)
})

test('audio transfer: a part whose response was lost is not sent again', async () => {
  const { sent, arrived } = useServer(async (part) => {
    if (part !== '2') return
    arrived.set('2', '4567')
    throw new TypeError('Network error')
  })
  await settled(sendParts(file))
  expect(sent).toEqual(['1', '2', '3'])
})

test('audio transfer: an upload that was begun earlier continues after its last part', async () => {
  const { sent, arrived } = useServer()
  arrived.set('1', '0123')
  await sendParts(file, { started: upload })
  expect(sent).toEqual(['2', '3'])
  expect(api.requestPartUpload).not.toHaveBeenCalled()
})

test('audio transfer: an upload that the server has removed starts anew', async () => {
  const { sent } = useServer()
  vi.mocked(api.listUploadParts).mockRejectedValueOnce(failing(404))
  const onStarted = vi.fn()
  await sendParts(file, { started: { ...upload, id: 'of yesterday' }, onStarted })
  expect(sent).toEqual(['1', '2', '3'])
  expect(onStarted).toHaveBeenCalledWith(upload)
})

test('audio transfer: one that the server removes while the device is asleep starts anew, but not for ever', async () => {
  const { sent, arrived } = useServer(async (part) => {
    if (part !== '2' || sent.length > 2) return
    arrived.clear()
    throw new TypeError('Network error')
  })
  vi.mocked(api.listUploadParts).mockRejectedValueOnce(failing(404))
  await settled(sendParts(file))
  expect(sent).toEqual(['1', '2', '1', '2', '3'])
  useServer()
  vi.mocked(api.requestPartUrl).mockRejectedValue(failing(404))
  await expect(settled(sendParts(file))).rejects.toMatchObject({ status: 404 })
  expect(api.requestPartUpload).toHaveBeenCalledTimes(4)
})

test('audio transfer: an upload that is registered already sends nothing', async () => {
  const { sent } = useServer()
  vi.mocked(api.listUploadParts).mockRejectedValue(failing(409))
  expect(await sendParts(file, { started: upload })).toBe(upload.uploadURL)
  expect(sent).toEqual([])
})

test.each([401, 413, 507])('audio transfer: status %d ends it', async (status) => {
  useServer(async () => {
    throw failing(status)
  })
  vi.mocked(api.requestPartUrl).mockRejectedValue(failing(status))
  await expect(sendParts(file)).rejects.toMatchObject({ status })
})

test('audio transfer: a store that is away for a minute is waited for', async () => {
  let failures = 0
  const { sent } = useServer(async () => {
    if (++failures <= 8) throw failing(503)
  })
  await settled(sendParts(file))
  expect(sent.at(-1)).toBe('3')
})

test('audio transfer: a store that fails is asked three times, and its own status is reported', async () => {
  const { sent } = useServer(async () => {
    throw failing(500)
  })
  await expect(settled(sendParts(file))).rejects.toMatchObject({ status: 500 })
  expect(sent).toEqual(['1', '1', '1'])
})

test('audio transfer: a part whose URL has expired gets another one', async () => {
  let isExpired = true
  const { sent } = useServer(async () => {
    if (!isExpired) return
    isExpired = false
    throw failing(403)
  })
  await settled(sendParts(file))
  expect(sent).toEqual(['1', '1', '2', '3'])
})

test('audio transfer: a registration of which nothing is heard is asked for again', async () => {
  useServer()
  vi.mocked(api.registerAudio).mockRejectedValueOnce(new DOMException('', 'TimeoutError'))
  expect(await settled(sendAudio(file))).toBe('0123456789')
  const [, , signal] = vi.mocked(api.registerAudio).mock.calls[0] ?? []
  expect(signal).toBeInstanceOf(AbortSignal)
})

test('audio transfer: too many requests are waited for, for as long as they can be too many', async () => {
  const { sent } = useServer()
  let refusals = 0
  const refused = async () => {
    refusals += 1
    if (Date.now() < end) throw failing(429)
    return 'path'
  }
  vi.useFakeTimers()
  const end = Date.now() + 5 * 60_000
  vi.mocked(api.registerAudio).mockImplementation(refused)
  expect(await settled(sendAudio(large))).toBe('path')
  expect(sent).toEqual(['1', '2', '3'])
  expect(refusals).toBeGreaterThan(12)
})

test('audio transfer: it stops when it is aborted, also while it waits', async () => {
  useServer(async () => {
    throw new TypeError('Network error')
  })
  const stopped = new AbortController()
  const sending = sendParts(file, { signal: stopped.signal })
  await vi.advanceTimersByTimeAsync(1500)
  stopped.abort(new Error('stopped'))
  await expect(sending).rejects.toThrow('stopped')
})

test('audio transfer: it continues at once when the browser is online again', async () => {
  let isLost = true
  useServer(async () => {
    if (isLost) throw new TypeError('Network error')
  })
  const sending = sendParts(file)
  await vi.advanceTimersByTimeAsync(500)
  isLost = false
  page.dispatchEvent(new Event('online'))
  await sending
})
