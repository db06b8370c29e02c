import { readFileSync, writeFileSync } from 'node:fs'

/** Prints what a process may read, write and reach. Argument: a URL. */
function errorCodeOf(work: () => void): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

console.log(
  JSON.stringify({
    environment: Object.keys(process.env).filter((name) => /SECRET|TOKEN|PASSWORD|KEY/.test(name)),
    reading: errorCodeOf(() => readFileSync('/etc/passwd')),
    writing: errorCodeOf(() => writeFileSync('/tmp/x', '')),
    network: await fetch(process.argv[2] ?? '').then(
      (response) => response.text(),
      () => 'none',
    ),
  }),
)
