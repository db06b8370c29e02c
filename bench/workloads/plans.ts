import { findSections } from '#server/modules/discover/repository.ts'
import { search } from '#server/modules/search/service.ts'
import type { DatabaseClient } from '../measurement/database-client.ts'
import { browsingPages } from './browsing.ts'
import { administratorLists, trackPages } from './lists.ts'

/** Texts that cover every variant of the search query. */
const searches = {
  'a common word': 'river',
  'a common word with a rare one': 'the pomegranate',
  'two common words that rarely occur together': 'lantern orchard',
  'a rare word': 'pomegranate',
  'a first letter': 's',
  'a typo': 'pomegrante',
}

/** EXPLAIN (ANALYZE, BUFFERS) of every measured query, as a page for docs/. */
export async function printPlans(client: DatabaseClient, size: number): Promise<void> {
  const { db } = client
  console.log(`# Query plans of PostgreSQL at ${size.toLocaleString('en')} tracks`)
  console.log(
    '\nPrinted by `node bench/workloads/explain.ts`. Lists of columns are shortened to `…`.',
  )
  await print(client, 'The sections of the home page', () => findSections(db))
  for (const { name, queries } of [
    ...(await trackPages(client, size)),
    ...(await browsingPages(client)).workloads,
    ...administratorLists(client, ['pomegranate']),
  ])
    await print(client, name, async () => queries[0]?.())
  for (const [name, text] of Object.entries(searches))
    await print(client, `Search for ${name}: ${text}`, () =>
      search(db, { text, limit: 10, viewer: undefined }),
    )
}

async function print(
  { record, client }: DatabaseClient,
  name: string,
  run: () => Promise<unknown>,
) {
  console.log(`\n## ${name}`)
  // A first run fills the caches, as in production.
  await run()
  for (const { text, values } of await record(run)) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers) ${text}`,
      values,
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    console.log(`\n\`\`\`sql\n${shortened(text)}\n\`\`\`\n\`\`\`text\n${plan}\n\`\`\``)
  }
}

const shortened = (text: string) =>
  text.trim().replaceAll(/select "[^;]+?" from "/g, 'select … from "')
