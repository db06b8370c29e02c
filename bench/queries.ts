import { parseArgs } from 'node:util'
import { defaultFolder, openCatalogue } from './catalogue/open.ts'
import { type Asker, openAsker } from './measuring/asker.ts'
import { printPlans } from './measuring/explain.ts'
import { measure, percentile, type Taken, together } from './measuring/measure.ts'
import { administratorLists, homePage, pointQuery, trackPages } from './questions/lists.ts'
import { drawSearchTexts } from './questions/search-texts.ts'
import { trackSearches, wholeSearches } from './questions/searches.ts'

const help = `node bench/queries.ts [--tracks 1000000] [--beside 100000] [--folder DIR] [--rounds 3] [--explain]

Measures the queries whose cost must not grow with the catalogue. Catalogues that are not there yet
are made first: a million tracks take some minutes and 2 GB. --explain prints plans instead.`

const { values: options } = parseArgs({
  options: {
    tracks: { type: 'string', default: '1000000' },
    beside: { type: 'string', default: '100000' },
    folder: { type: 'string', default: defaultFolder },
    rounds: { type: 'string', default: '3' },
    explain: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [size, smaller, rounds] = [options.tracks, options.beside, options.rounds].map(Number)
if (!size || !smaller || !rounds || options.help) console.log(help)
else if (options.explain) await withCatalogue(size, printPlans)
else
  await withCatalogue(smaller, (small) =>
    withCatalogue(size, async (large) => {
      const taken = await measure(await allQuestions(large, small, size), rounds)
      console.log(`\nMilliseconds with ${size} tracks, the median of ${rounds} rounds`)
      console.table(rowsOf(taken))
    }),
  )

async function withCatalogue(tracks: number, work: (asker: Asker) => Promise<void>) {
  const catalogue = await openCatalogue(tracks, options.folder, console.log)
  const asker = await openAsker(catalogue.url)
  try {
    await work(asker)
  } finally {
    await asker.close()
    await catalogue.close()
  }
}
