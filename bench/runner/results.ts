import type { Row } from './bench.ts'

export type Section = { name: string; text: string }

/** The machine of a run: enough to judge the figures, and nothing that identifies its owner. */
export type RunConditions = {
  day: string
  cores: number
  architecture: string
  load: number
  rounds: number
  /** The commit of the measured code; undefined outside a checkout. */
  commit: string | undefined
}

const heading = `# Benchmark results

\`npm run bench\` writes this page; \`npm run bench -- audio\` replaces only the section \`audio\`. What a table compares ran
on one machine, interleaved in rounds; figures are medians of the rounds, *ratio* is the median of the per-round ratios to the
row with 1.00, *load* the load average at the start. A goal is reached unless the row says that it was missed.
`

export function toSection(
  name: string,
  description: string,
  rows: readonly Row[],
  { day, cores, architecture, load, rounds, commit }: RunConditions,
): Section {
  const measured = commit ? `${day} at ${commit}` : day
  const conditions = `${measured}, ${cores} cores, ${architecture}, load ${load.toFixed(1)}, ${rounds} rounds.`
  return { name, text: `${description}\n\n${conditions}\n\n${toTable(rows)}` }
}

/** The page with these sections replaced, all sorted by name. */
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
    .map((section) => {
      const [name = '', ...lines] = section.split('\n')
      return { name: name.trim(), text: lines.join('\n') }
    })
}

const columns = ['work', 'figure', 'CPU each', 'ratio', 'goal'] as const

/** Without the columns that no row fills. */
export function toTable(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf)
  const filled = columns.flatMap((_, index) => (cells.some((row) => row[index]) ? [index] : []))
  const line = (row: readonly string[]) => `| ${filled.map((index) => row[index]).join(' | ')} |`
  return [line(columns), `|${filled.map(() => '---').join('|')}|`, ...cells.map(line)].join('\n')
}

function cellsOf({ label, figure, cpu, ratio, goal }: Row): string[] {
  return [
    label,
    figure,
    cpu ?? '',
    ratio === undefined ? '' : formatRatio(ratio),
    goal ? `${goal.text}${goal.met ? '' : ' (missed)'}` : '',
  ]
}

/** Small ratios need more digits than large ones. */
function formatRatio(ratio: number): string {
  return ratio >= 20 ? Math.round(ratio).toLocaleString('en') : ratio.toFixed(ratio < 0.1 ? 3 : 2)
}
