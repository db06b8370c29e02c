import type { ObjectBody } from './object-store.ts'

export function sizeOf(body: ObjectBody): number {
  return body instanceof Uint8Array ? body.length : body.size
}

const slice = 512 * 1024

/** The body's bytes; a stream that holds more or less than it said is an error. */
export async function* bytesOf(body: ObjectBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    for (let start = 0; start < body.length; start += slice)
      yield body.subarray(start, start + slice)
    return
  }
  let seen = 0
  for await (const chunk of body.stream as AsyncIterable<Uint8Array>) {
    seen += chunk.length
    if (seen > body.size) break
    yield chunk
  }
  if (seen !== body.size)
    throw new RangeError(`The stream was to hold ${body.size} bytes and held ${seen} or more.`)
}
