import { createHash } from 'node:crypto'

/** A UUID derived from the name, so that placeholder artwork and waveforms are the same on every demo site. */
export function deterministicId(name: string): string {
  const hex = createHash('sha256').update(`soundpost demo ${name}`).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
