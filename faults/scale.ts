/** `npm run test:faults` tries everything often; `npm test` tries everything a little. */
export const isFull = process.env['FAULTS'] === 'full'
export const often = (full: number, quick: number): number => (isFull ? full : quick)

/** Printed with each run, and set to repeat one. */
export const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 2 ** 31)
