import { spawnSync } from 'node:child_process'

/**
 * `npm run check`: format and lint, types, import rules, unused code; ends at the first that fails. Parallel checkers
 * repeat each other's work: with one, tsc takes half the CPU time, and on two cores no longer.
 */
const steps = [
  'biome check --error-on-warnings',
  'tsc --singleThreaded -p tsconfig.json',
  'tsc --singleThreaded -p e2e/tsconfig.json',
  'tsc --singleThreaded -p web/tsconfig.json',
  'tsc --singleThreaded -p web/features/offline/service-worker/tsconfig.json',
  'node scripts/check-imports.ts',
  'knip',
]

for (const step of steps) {
  const { status } = spawnSync(step, { shell: true, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n"${step}" failed.`)
    process.exit(1)
  }
}
