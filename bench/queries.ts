import { openDataset } from './dataset/open.ts'
import { type DatabaseClient, openDatabaseClient } from './measurement/database-client.ts'
import { medianAndP99 } from './measurement/format.ts'
import { measure, merge, percentile, type Timings } from './measurement/measure.ts'
import { atLeast, atMost, type Bench, type Goal, type Row } from './runner/bench.ts'
import { administratorLists, homePage, pointQuery, trackPages } from './workloads/lists.ts'
import { sampleSearchTexts } from './workloads/search-texts.ts'
import { trackSearches, wholeSearches } from './workloads/searches.ts'

const size = 1_000_000
const smaller = 100_000

export const bench: Bench = {
  description: `PostgreSQL's CPU time for the queries that must not grow with the dataset, at ${size.toLocaleString('en')} tracks, on one connection: median, p99.
It hardly depends on other load on the machine. *Ratio* is to reading one track by its id. Searches find tracks alone, or with
users and playlists (*everything*).`,
  tools: [],
  async run({ rounds, datasets, log }) {
    const opened = await Promise.all([
      openDataset(size, datasets, log),
      openDataset(smaller, datasets, log),
    ])
    const clients = await Promise.all(opened.map(({ url }) => openDatabaseClient(url)))
    try {
      const [large, small] = clients
      return large && small ? await rowsOf(large, small, rounds) : []
    } finally {
      await Promise.all(clients.map((client) => client.close()))
      await Promise.all(opened.map((dataset) => dataset.close()))
    }
  },
}

async function rowsOf(
  large: DatabaseClient,
  small: DatabaseClient,
  rounds: number,
): Promise<Row[]> {
  const kinds = await sampleSearchTexts(large.client, size)
  const texts = kinds.flatMap((kind) => kind.texts.filter((text) => text.length > 2).slice(0, 5))
  const lists = await measure(
    [
      await pointQuery(large),
      homePage(large, homeAt(size)),
      homePage(small, homeAt(smaller)),
      ...(await trackPages(large, size)),
      ...administratorLists(large, texts),
    ],
    rounds,
  )
  const tracks = await measure(trackSearches(large, kinds), rounds)
  const everything = await measure(wholeSearches(large, kinds), rounds)
  const all = [...lists, ...tracks, merge('tracks by all of these but typos', tracks.slice(0, -1))]
  const whole = [...everything, merge('', everything.slice(0, -1))].map(({ cpu }) => cpu)
  const point = percentile(all[0]?.cpu ?? [], 0.5)
  const rows = all.map((timings, index) => {
    const row = toRow(timings, point)
    const cpu = whole[index - lists.length]
    return cpu ? { ...row, figure: `${row.figure}; everything ${medianAndP99(cpu)}` } : row
  })
  return [...rows, ...comparisons(all)]
}

function comparisons(all: readonly Timings[]): Row[] {
  const cost = (name: string) =>
    percentile(all.find((timings) => timings.name === name)?.cpu ?? [], 0.5)
  const growth = cost(homeAt(size)) / cost(homeAt(smaller))
  const deep = ['newest tracks', 'most played'].map((list) => ({
    label: `${list}: a page in the middle compared with the first`,
    ratio: cost(`${list}, first page`) / cost(`${list}, deep page`),
  }))
  return [
    {
      label: `home page: ${size} tracks compared with ${smaller}`,
      figure: `${growth.toFixed(2)} × the cost`,
      goal: atMost(1.2, growth),
    },
    ...deep.map(({ label, ratio }) => ({
      label,
      figure: `${ratio.toFixed(2)} × the speed`,
      goal: atLeast(0.6, ratio),
    })),
  ]
}

const homeAt = (tracks: number) => `home page, ${tracks} tracks`

function toRow({ name, cpu }: Timings, point: number): Row {
  const [p50, p99] = [percentile(cpu, 0.5), percentile(cpu, 0.99)]
  const goal = goalOf(name, p50, p99)
  return {
    label: name,
    figure: medianAndP99(cpu),
    ratio: p50 / point,
    ...(goal && { goal }),
  }
}

function goalOf(name: string, p50: number, p99: number): Goal | undefined {
  if (name === 'tracks by typos') return { text: 'p99 ≤ 10 ms', met: p99 <= 10 }
  if (name === 'tracks by all of these but typos')
    return { text: 'p50 ≤ 4 ms, p99 ≤ 35 ms', met: p50 <= 4 && p99 <= 35 }
  if (name.startsWith('home page')) return { text: '≤ 1 ms', met: p50 <= 1 }
  return undefined
}
