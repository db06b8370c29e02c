import { randomBytes } from 'node:crypto'

const bytes = 9
const idLength = 12
let buffered = ''
let next = 0

/** Twelve unguessable characters. Random bytes are generated in bulk, because each call costs as much as routing a request. */
export function newRequestId(): string {
  if (next === buffered.length) {
    buffered = randomBytes(bytes * 256).toString('base64url')
    next = 0
  }
  next += idLength
  return buffered.slice(next - idLength, next)
}
