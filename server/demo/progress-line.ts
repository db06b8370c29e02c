import type { Progress } from './fill.ts'

const titles = { pictures: 'Framing pictures', music: 'Playing music', people: 'Inviting people' }

type Screen = { isTTY?: boolean; write(text: string): unknown }

/** One line that changes on a terminal; a line now and then where output goes to a file. */
export function createProgressLine(screen: Screen): (progress: Progress) => void {
  let shown = ''
  return ({ what, done, of }) => {
    const line = of > 1 ? `${titles[what]}: ${done} of ${of}` : `${titles[what]} …`
    const complete = done === of
    if (screen.isTTY) {
      screen.write(`\r${line.padEnd(shown.length)}${complete ? '\n' : ''}`)
      shown = complete ? '' : line
    } else if ((complete && of > 1) || done % 10 === 0) screen.write(`${line}\n`)
  }
}
