import type { Row } from './bench.ts'

export type Section = { name: string; text: string }

/** On what a bench ran: enough to judge its figures by, and nothing of whose machine it was. */
export type RunConditions = {
  day: string
  cores: number
  architecture: string
  load: number
  rounds: number
}

const heading = `# What was measured

\`npm run bench\` writes this page; \`npm run bench -- audio\` replaces the section \`audio\` alone. All that a table compares
ran in the same run on the same machine, interleaved, round after round; a figure is the median of the rounds. *Ratio* is the
ratio to the row that has 1.00 in the same round, and of those the median. Neighbours on the machine move the figures, and the ratios much less.
`

export function toSection(
  name: string,
  about: string,
  rows: readonly Row[],
  { day, cores, architecture, load, rounds }: RunConditions,
): Section {
  const where = `${day}, ${cores} cores, ${architecture}, load average ${load.toFixed(1)} at the start, ${rounds} rounds.`
  return { name, text: `${about}\n\n${where}\n\n${toTable(rows)}` }
}

/** The page with these sections new, the others as they were, all in the order of their names. */
export function mergeSections(page: string, fresh: readonly Section[]): string {
  const sections = new Map(readSections(page).map((section) => [section.name, section]))
  for (const section of fresh) sections.set(section.name, section)
  const sorted = [...sections.values()].toSorted((a, b) => a.name.localeCompare(b.name))
  return [heading, ...sorted.map(({ name, text }) => `## ${name}\n\n${text.trim()}\n`)].join('\n')
}

function readSections(page: string): Section[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split('\n')
      return { name: name.trim(), text: lines.join('\n') }
    })
}

const columns = ['work', 'figure', 'CPU each', 'ratio', 'goal', ''] as const

export function toTable(rows: readonly Row[]): string {
  const lines = rows.map(cellsOf).map((cells) => `| ${cells.join(' | ')} |`)
  return [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`, ...lines].join(
    '\n',
  )
}

function cellsOf({ work, figure, cpu, ratio, goal }: Row): string[] {
  const verdict = goal ? (goal.met ? 'reached' : 'not reached') : ''
  return [
    work,
    figure,
    cpu ?? '',
    ratio === undefined ? '' : formatRatio(ratio),
    goal?.text ?? '',
    verdict,
  ]
}

/** Small ratios need their digits, large ones do not. */
function formatRatio(ratio: number): string {
  return ratio >= 20 ? Math.round(ratio).toLocaleString('en') : ratio.toFixed(ratio < 0.1 ? 3 : 2)
}
