import { parseArgs } from 'node:util'
import { defaultFolder, openCatalogue } from '../catalogue/open.ts'
import { openAsker } from '../measuring/asker.ts'
import { printPlans } from './plans.ts'

/** `node bench/questions/explain.ts [--tracks 1000000]`: how PostgreSQL answers what bench/queries.ts asks. */
const { values: options } = parseArgs({
  options: {
    tracks: { type: 'string', default: '1000000' },
    catalogues: { type: 'string', default: defaultFolder },
  },
})
const size = Number(options.tracks)
const catalogue = await openCatalogue(size, options.catalogues, console.error)
const asker = await openAsker(catalogue.url)
try {
  await printPlans(asker, size)
} finally {
  await asker.close()
  await catalogue.close()
}
