import type { Progress } from './seed.ts'

const titles = { images: 'Storing images', audio: 'Rendering audio', rows: 'Writing rows' }

type Output = { isTTY?: boolean; write(text: string): unknown }

/** Updates one line on a terminal; prints every tenth step where output is not a terminal. */
export function createProgressReporter(output: Output): (progress: Progress) => void {
  let shown = ''
  return ({ step, done, of }) => {
    const line = of > 1 ? `${titles[step]}: ${done} of ${of}` : `${titles[step]} …`
    const complete = done === of
    if (output.isTTY) {
      output.write(`\r${line.padEnd(shown.length)}${complete ? '\n' : ''}`)
      shown = complete ? '' : line
    } else if ((complete && of > 1) || done % 10 === 0) output.write(`${line}\n`)
  }
}
