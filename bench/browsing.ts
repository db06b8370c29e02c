import { openDataset } from './dataset/open.ts'
import { openDatabaseClient } from './measurement/database-client.ts'
import { medianAndP99 } from './measurement/format.ts'
import { measure, percentile, type Timings } from './measurement/measure.ts'
import { atLeast, type Bench, type Row } from './runner/bench.ts'
import { browsingPages, deepPage, firstPage } from './workloads/browsing.ts'

const size = 1_000_000

export const bench: Bench = {
  description: `PostgreSQL's CPU time for pages of 50, at ${size.toLocaleString('en')} tracks, on one connection: median, p99 of the first page; of a
page in the middle. *Ratio* compares their speed.`,
  tools: [],
  async run({ rounds, datasets, log }) {
    const dataset = await openDataset(size, datasets, log)
    const client = await openDatabaseClient(dataset.url)
    try {
      const { lists, workloads } = await browsingPages(client)
      return toRows(lists, await measure(workloads, rounds))
    } finally {
      await client.close()
      await dataset.close()
    }
  },
}

function toRows(lists: readonly string[], all: readonly Timings[]): Row[] {
  const cpuOf = (name: string) => all.find((timings) => timings.name === name)?.cpu ?? []
  const pages = lists.map((list): Row => {
    const [first, deep] = [cpuOf(firstPage(list)), cpuOf(deepPage(list))]
    const ratio = percentile(first, 0.5) / percentile(deep, 0.5)
    const figure = `${medianAndP99(first)}; ${medianAndP99(deep)}`
    return { label: list, figure, ratio, goal: atLeast(0.6, ratio) }
  })
  const paged = new Set(lists.flatMap((list) => [firstPage(list), deepPage(list)]))
  const others = all.filter(({ name }) => !paged.has(name))
  return [...others.map(({ name, cpu }) => ({ label: name, figure: medianAndP99(cpu) })), ...pages]
}
