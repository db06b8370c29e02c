/**
 * `npm run test:chaos` repeats each scenario many times, or only those of one folder if CHAOS is set to its name.
 * `npm test`, and CI with CHAOS=brief, repeat each a few times.
 */
const selected = process.env['CHAOS']
export const isLong = (folder: string): boolean => selected === 'full' || selected === folder
export const repetitions = (full: number, quick: number, folder = ''): number =>
  isLong(folder) ? full : quick

/** Printed with each run; set it to repeat a run. */
export const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31)
