import { spawn } from 'node:child_process'

/** `npm run test:faults`: the same tests as in `npm test`, each far more often. */
const options = ['run', 'faults', ...process.argv.slice(2)]
const child = spawn('vitest', options, {
  stdio: 'inherit',
  env: { FAULTS: 'full', ...process.env },
  shell: process.platform === 'win32',
})
child.on('exit', (code) => process.exit(code ?? 1))
