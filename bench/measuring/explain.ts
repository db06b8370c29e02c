import type { Asker } from './asker.ts'

/** The plans of all that `work` asks of the database, as PostgreSQL carried them out. */
export async function explain(asker: Asker, work: () => Promise<unknown>): Promise<string> {
  await work()
  const plans: string[] = []
  for (const { text, values } of await asker.record(work)) {
    const { rows } = await asker.client.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers, timing off) ${text}`,
      values,
    })
    plans.push(`${text.trim()}\n\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`)
  }
  return plans.join('\n\n')
}
