import { parseArgs } from 'node:util'
import { defaultFolder, openDataset } from '../dataset/open.ts'
import { openDatabaseClient } from '../measurement/database-client.ts'
import { printPlans } from './plans.ts'

/** `node bench/workloads/explain.ts [--tracks 1000000]`: the query plans of bench/queries.ts. */
const { values: options } = parseArgs({
  options: {
    tracks: { type: 'string', default: '1000000' },
    datasets: { type: 'string', default: defaultFolder },
  },
})
const size = Number(options.tracks)
const dataset = await openDataset(size, options.datasets, console.error)
const client = await openDatabaseClient(dataset.url)
try {
  await printPlans(client, size)
} finally {
  await client.close()
  await dataset.close()
}
