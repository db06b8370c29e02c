/**
 * `npm test` tries everything a little. `npm run test:faults` tries everything often, and with FAULTS
 * set to the name of one part only that part.
 */
const wish = process.env['FAULTS']
export const isLong = (part: string): boolean => wish === 'full' || wish === part
export const often = (full: number, quick: number, part = ''): number =>
  isLong(part) ? full : quick

/** Printed with each run, and set to repeat one. */
export const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 2 ** 31)
