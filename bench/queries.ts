import { parseArgs } from 'node:util'
import { defaultFolder, openCatalogue } from './catalogue/open.ts'
import { type Asker, openAsker } from './measuring/asker.ts'
import { measure, together } from './measuring/measure.ts'
import { toTable } from './measuring/table.ts'
import { administratorLists, homePage, pointQuery, trackPages } from './questions/lists.ts'
import { printPlans } from './questions/plans.ts'
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
else if (options.explain) await withCatalogue(size, (asker) => printPlans(asker, size))
else
  await withCatalogue(smaller, (small) =>
    withCatalogue(size, (large) => printFigures({ large, small, size, smaller, rounds })),
  )

async function withCatalogue(tracks: number, work: (asker: Asker) => Promise<void>) {
  const catalogue = await openCatalogue(tracks, options.folder, console.error)
  const asker = await openAsker(catalogue.url)
  try {
    await work(asker)
  } finally {
    await asker.close()
    await catalogue.close()
  }
}

type Run = { large: Asker; small: Asker; size: number; smaller: number; rounds: number }

async function printFigures({ large, small, size, smaller, rounds }: Run) {
  const kinds = await drawSearchTexts(large.client, size)
  const texts = kinds.flatMap((kind) => kind.texts.filter((text) => text.length > 2).slice(0, 5))
  const lists = await measure(
    [
      await pointQuery(large),
      homePage(large, `home page, ${size} tracks`),
      homePage(small, `home page, ${smaller} tracks`),
      ...(await trackPages(large, size)),
      ...administratorLists(large, texts),
    ],
    rounds,
  )
  const tracks = await measure(trackSearches(large, kinds), rounds)
  const everything = await measure(wholeSearches(large, kinds), rounds)
  console.log(
    `${size} tracks: milliseconds as the caller sees them, then PostgreSQL's processor time`,
  )
  console.table(
    toTable([
      ...lists,
      ...tracks,
      together('tracks by all of these but typos', tracks.slice(0, -1)),
      ...everything,
      together('everything by all of these but typos', everything.slice(0, -1)),
    ]),
  )
}
