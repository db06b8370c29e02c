import { spawn } from 'node:child_process'
import { ensureBuild } from './build.ts'
import { selectTests } from './chaos-selection.ts'

/**
 * `npm run test:chaos`: the chaos tests with many repetitions, or with CHAOS=brief those that `npm test` leaves to CI
 * with a few. The seed repeats a run.
 */
const seed = process.env['CHAOS_SEED'] ?? String(Date.now() % 2 ** 31)
console.log(`CHAOS_SEED=${seed}`)
await ensureBuild()
// Many repetitions sequentially: in parallel, fifty concurrent users are too much load for two cores.
const inSequence = process.env['CHAOS'] === 'brief' ? [] : ['--no-file-parallelism']
const selected = selectTests(process.argv.slice(2))
const options = ['run', '--project', 'chaos', ...inSequence, ...selected]
const child = spawn('vitest', options, {
  stdio: 'inherit',
  env: { CHAOS: 'full', ...process.env, CHAOS_SEED: seed },
  shell: process.platform === 'win32',
})
child.on('exit', (code) => process.exit(code ?? 1))
