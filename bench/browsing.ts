import { openDataset } from './dataset/open.ts'
import { openDatabaseClient } from './measurement/database-client.ts'
import { medianAndP99 } from './measurement/format.ts'
import { measure, percentile, type Timings } from './measurement/measure.ts'
import { atLeast, type Bench, type Row } from './runner/bench.ts'
import { browsingPages, deepPage, firstPage } from './workloads/browsing.ts'

const size = 1_000_000

export const bench: Bench = {
  description: `PostgreSQL's CPU time for pages of 50, at ${size.toLocaleString('en')} tracks, on one connection: median, p99. *Ratio* compares the speed of
a page in the middle of the list with that of its first page.`,
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
  return all.map(({ name, cpu }) => {
    const figure = medianAndP99(cpu)
    const list = lists.find((one) => deepPage(one) === name)
    if (list === undefined) return { label: name, figure }
    const ratio = percentile(cpuOf(firstPage(list)), 0.5) / percentile(cpu, 0.5)
    return { label: name, figure, ratio, goal: atLeast(0.6, ratio) }
  })
}
