import type { ObjectBody } from './object-store.ts'

export function sizeOf(body: ObjectBody): number {
  return body instanceof Uint8Array ? body.length : body.size
}

const sliceBytes = 512 * 1024

/** The body's bytes. Throws if a stream has more or fewer bytes than its size says. */
export async function* bytesOf(body: ObjectBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    for (let start = 0; start < body.length; start += sliceBytes)
      yield body.subarray(start, start + sliceBytes)
    return
  }
  let count = 0
  for await (const chunk of body.stream as AsyncIterable<Uint8Array>) {
    count += chunk.length
    if (count > body.size) break
    yield chunk
  }
  if (count !== body.size)
    throw new RangeError(`The stream should have ${body.size} bytes and has ${count} or more.`)
}
