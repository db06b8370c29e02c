import type { Caller } from '#server/testing/app.ts'

export type Received = { bytes: Buffer; length: number; etag: string; isBroken: boolean }

/** All that arrives of a download. Calls `afterFirst` once there are bytes. */
export async function receive(
  call: Caller,
  path: string,
  afterFirst = async () => {},
): Promise<Received> {
  const response = await call('GET', path)
  const chunks: Uint8Array[] = []
  const result = {
    length: Number(response.headers.get('content-length')),
    etag: response.headers.get('etag') ?? '',
  }
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return { ...result, bytes: Buffer.concat(chunks), isBroken: false }
      if (chunks.length === 0) await afterFirst()
      chunks.push(value as Uint8Array)
    }
  } catch {
    return { ...result, bytes: Buffer.concat(chunks), isBroken: true }
  }
}
