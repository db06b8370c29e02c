/**
 * `npm test` tries everything a little. `npm run test:chaos` tries everything often, and with CHAOS
 * set to the name of one part only that part.
 */
const selected = process.env['CHAOS']
export const isLong = (part: string): boolean => selected === 'full' || selected === part
export const repetitions = (full: number, quick: number, part = ''): number =>
  isLong(part) ? full : quick

/** Printed with each run, and set to repeat one. */
export const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
