import { spawn } from 'node:child_process'
import { ensureWebBuild } from './build-web.ts'
import { selectTests } from './chaos-selection.ts'

/** `npm run test:chaos`: the same tests as in `npm test`, each far more often. The seed repeats a run. */
const seed = process.env['CHAOS_SEED'] ?? String(Date.now() % 2 ** 31)
console.log(`CHAOS_SEED=${seed}`)
await ensureWebBuild()
// One after the other: beside another one, fifty people at once are more than two cores answer in time.
const options = ['run', '--no-file-parallelism', ...selectTests(process.argv.slice(2))]
const child = spawn('vitest', options, {
  stdio: 'inherit',
  env: { CHAOS: 'full', ...process.env, CHAOS_SEED: seed },
  shell: process.platform === 'win32',
})
child.on('exit', (code) => process.exit(code ?? 1))
