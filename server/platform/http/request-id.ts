import { randomBytes } from 'node:crypto'

const bytes = 9
const letters = 12
let drawn = ''
let next = 0

/** Twelve letters that nobody guesses. Chance is drawn for many at once, because each draw costs as much as a small call's routing. */
export function newRequestId(): string {
  if (next === drawn.length) {
    drawn = randomBytes(bytes * 256).toString('base64url')
    next = 0
  }
  next += letters
  return drawn.slice(next - letters, next)
}
