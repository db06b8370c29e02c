import { spawn } from 'node:child_process'
import { ensureWebBuild } from './build-web.ts'
import { whatToRun } from './faults-to-run.ts'

/** `npm run test:faults`: the same tests as in `npm test`, each far more often. The seed repeats a run. */
const seed = process.env['FAULTS_SEED'] ?? String(Date.now() % 2 ** 31)
console.log(`FAULTS_SEED=${seed}`)
await ensureWebBuild()
// One after the other: beside another one, fifty people at once are more than two cores answer in time.
const options = ['run', '--no-file-parallelism', ...whatToRun(process.argv.slice(2))]
const child = spawn('vitest', options, {
  stdio: 'inherit',
  env: { FAULTS: 'full', ...process.env, FAULTS_SEED: seed },
  shell: process.platform === 'win32',
})
child.on('exit', (code) => process.exit(code ?? 1))
