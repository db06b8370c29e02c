import { randomFillSync } from 'node:crypto'

const length = 9
const drawn = Buffer.alloc(length * 256)
let next = drawn.length

/** Twelve letters that nobody guesses. Chance is drawn for many at once, because each draw costs as much as a small call's routing. */
export function newRequestId(): string {
  if (next === drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  next += length
  return drawn.toString('base64url', next - length, next)
}
