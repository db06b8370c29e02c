import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres, type Postgres } from '#server/platform/postgres/open.ts'
import { fillDataset } from './fill.ts'

export type Dataset = { size: number; url: string; directory: string; close(): Promise<void> }

export const defaultFolder = path.join(tmpdir(), 'soundpost-bench')

/** A database with this many tracks, filled on first use. */
export async function openDataset(
  size: number,
  folder: string,
  log: (line: string) => void,
): Promise<Dataset> {
  const directory = path.join(folder, `dataset-${size}`, 'postgres')
  const postgres = await openPostgres({ kind: 'embedded', directory }, { exclusive: false, log })
  try {
    await migrate(postgres)
    if (!(await isFilled(postgres, size))) await fillDataset(postgres.url, size, log)
  } catch (error) {
    await postgres.close()
    throw new Error(`The dataset in ${directory} is of no use: delete it and start again.`, {
      cause: error,
    })
  }
  return { size, url: postgres.url, directory, close: postgres.close }
}

/** The counts are written last. */
async function isFilled({ url }: Postgres, size: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select sum(tracks)::int as tracks from track_tallies')
    return rows[0]?.tracks === size
  } finally {
    await client.end()
  }
}
