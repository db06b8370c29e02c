import type { Caller } from '../app.ts'
import { createImage } from '../sample-files.ts'

/** A call that must succeed; returns the body. */
export async function send<Body>(
  as: Caller,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await as(method, path, body === undefined ? {} : { body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Body
}

export const image = () => createImage({ width: 64, height: 64 })
