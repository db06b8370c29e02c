import { spawnSync } from 'node:child_process'

/** `npm run check`: format and lint, types, import rules, unused code; ends at the first that fails. */
const steps = [
  'biome check --error-on-warnings',
  'tsc -p tsconfig.json',
  'tsc -p web/tsconfig.json',
  'tsc -p web/service-worker/tsconfig.json',
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
