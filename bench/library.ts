import { openDataset } from './dataset/open.ts'
import { openDatabaseClient } from './measurement/database-client.ts'
import { medianAndP99, milliseconds } from './measurement/format.ts'
import { measure, percentile, type Timings } from './measurement/measure.ts'
import { atMost, type Bench, type Goal, type Row } from './runner/bench.ts'
import { deepPage, fillLibraries, firstPage, libraryPages, names } from './workloads/library.ts'

const size = 1_000_000
const smaller = 100_000

export const bench: Bench = {
  description: `PostgreSQL's CPU time for pages of 50 of the library, at ${size.toLocaleString('en')} tracks, on one connection: median, p99; then the median at
${smaller.toLocaleString('en')} tracks. *Ratio* compares a page in the middle with the first page, many likes with few, and followed artists with the
tracks of a profile.`,
  tools: [],
  async run({ rounds, datasets, log }) {
    const large = await measureDataset(size)
    const small = await measureDataset(smaller)
    return toRows(large, small)

    async function measureDataset(tracks: number): Promise<Timings[]> {
      const dataset = await openDataset(tracks, datasets, log)
      const client = await openDatabaseClient(dataset.url)
      try {
        await fillLibraries(client)
        return await measure(await libraryPages(client), rounds)
      } finally {
        await client.client.query('rollback')
        await client.close()
        await dataset.close()
      }
    }
  },
}

/** What a figure is compared with, and the highest ratio to it. */
const comparisons: Record<string, { with: string; goal: number }> = {
  [firstPage(names.likes)]: { with: names.fewLikes, goal: 1.5 },
  [deepPage(names.likes)]: { with: firstPage(names.likes), goal: 1.5 },
  [deepPage(names.history)]: { with: firstPage(names.history), goal: 1.5 },
  [deepPage(names.playlists)]: { with: firstPage(names.playlists), goal: 1.5 },
  [firstPage(names.followsMany)]: { with: names.profile, goal: 3 },
  [deepPage(names.followsMany)]: { with: names.profile, goal: 3 },
  [names.dot]: { with: names.profile, goal: 3 },
}

function toRows(large: readonly Timings[], small: readonly Timings[]): Row[] {
  const medianOf = (all: readonly Timings[], name: string) =>
    percentile(all.find((timings) => timings.name === name)?.cpu ?? [], 0.5)
  return large.map(({ name, cpu }) => {
    const median = percentile(cpu, 0.5)
    const figure = `${medianAndP99(cpu)}; ${milliseconds(medianOf(small, name))}`
    const comparison = comparisons[name]
    if (!comparison) return { label: name, figure, ...goalOf(name, median) }
    const ratio = median / medianOf(large, comparison.with)
    return { label: name, figure, ratio, goal: atMost(comparison.goal, ratio) }
  })
}

/** Similar tracks have no list to compare with. */
function goalOf(name: string, median: number): { goal?: Goal } {
  return name === names.similarToMany ? { goal: atMost(20, median, ' ms') } : {}
}
