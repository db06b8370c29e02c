/**
 * `npm test` repeats each scenario a few times. `npm run test:chaos` repeats each many times, or only
 * those of one folder if CHAOS is set to its name.
 */
const selected = process.env['CHAOS']
export const isLong = (part: string): boolean => selected === 'full' || selected === part
export const repetitions = (full: number, quick: number, part = ''): number =>
  isLong(part) ? full : quick

/** Printed with each run; set it to repeat a run. */
export const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
