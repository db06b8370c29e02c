import { runProgram } from './site-command.ts'

/** `node server/cli/main.ts doctor --fix`: one of the operators' commands, as `npm run doctor -- --fix`. */
const commands = {
  accounts: async () => (await import('./accounts.ts')).accounts,
  backup: async () => (await import('./backup.ts')).backup,
  doctor: async () => (await import('./doctor.ts')).doctor,
  import: async () => (await import('./import.ts')).importCommand,
  process: async () => (await import('./process.ts')).processCommand,
  restore: async () => (await import('./restore.ts')).restore,
}

const [name = '', ...args] = process.argv.slice(2)
const load = commands[name as keyof typeof commands]
if (load) await runProgram(await load(), args)
else {
  console.error(`Name a command: ${Object.keys(commands).join(', ')}.`)
  process.exitCode = 1
}
