import type { Progress } from './seed.ts'

const titles = { images: 'Storing images', audio: 'Rendering audio', rows: 'Writing rows' }

type Output = { isTTY?: boolean; write(text: string): unknown }

/** Updates one line on a terminal; prints every tenth step where output is not a terminal. */
export function createProgressReporter(
  output: Output,
  now: () => number = () => performance.now(),
): (progress: Progress) => void {
  let shown = ''
  let current: { step: Progress['step']; start: number } | undefined
  return ({ step, done, of }) => {
    if (current?.step !== step) current = { step, start: now() }
    const complete = done === of
    const msLeft = (now() - current.start) * (of / Math.max(1, done) - 1)
    const left = step === 'audio' && done > 0 && !complete ? `, ${describeTimeLeft(msLeft)}` : ''
    const line = of > 1 ? `${titles[step]}: ${done} of ${of}${left}` : `${titles[step]} …`
    if (output.isTTY) {
      output.write(`\r${line.padEnd(shown.length)}${complete ? '\n' : ''}`)
      shown = complete ? '' : line
    } else if ((complete && of > 1) || done % 10 === 0) output.write(`${line}\n`)
  }
}

function describeTimeLeft(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
