import { readFileSync } from 'node:fs'
import path from 'node:path'
import { desc } from 'drizzle-orm'
import { migrate } from '#server/database/migrate.ts'
import { users } from '#server/database/schema.ts'
import { startSession } from '#server/modules/auth/sessions.ts'
import { openPostgres, type Postgres } from '#server/platform/postgres/open.ts'
import { openCatalogue } from '../catalogue/open.ts'
import type { Setting } from '../running/bench.ts'
import type { Server } from './child.ts'
import { startSite } from './ours.ts'

export type Site = {
  server: Server
  postgres: Postgres
  /** PostgreSQL's first process. */
  postgresPid: number
  /** Where the disk store keeps its files. */
  objects: string
  /** The Cookie header of somebody who is signed in. In a catalogue, the first person is nobody special, the last one administrator. */
  signIn(userId: string): Promise<string>
}

type Wishes = {
  /** A catalogue of so many tracks; else an empty database. */
  tracks?: number
  settings?: Record<string, string>
}

/** The product as `npm start` runs it, with limits that no bench reaches; closed when the work is done. */
export async function withSite<Result>(
  setting: Setting,
  { tracks, settings = {} }: Wishes,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const catalogue = tracks
    ? await openCatalogue(tracks, setting.catalogues, setting.log)
    : undefined
  const directory = catalogue?.directory ?? path.join(setting.scratch, 'postgres')
  const postgres = await openPostgres({ kind: 'own', directory }, { exclusive: false, log() {} })
  try {
    await migrate(postgres)
    const dataDir = path.join(setting.scratch, `data-${tracks ?? 0}`)
    const server = await startSite({
      dataDir,
      databaseUrl: postgres.url,
      nodeOptions: setting.nodeOptions,
      settings: { ADMIN_USER_IDS: (await peopleOf(postgres)).administrator, ...settings },
    })
    try {
      return await work({
        server,
        postgres,
        postgresPid: firstNumberIn(path.join(directory, 'postmaster.pid')),
        objects: path.join(dataDir, 'objects'),
        signIn: async (userId) => `sid=${await startSession(postgres.db, userId, '')}`,
      })
    } finally {
      await server.close()
    }
  } finally {
    await postgres.close()
    await catalogue?.close()
  }
}

const firstNumberIn = (file: string) => Number(readFileSync(file, 'utf8').split('\n')[0])

/** The first and the last of a catalogue's people, by their ids. */
export async function peopleOf({
  db,
}: Postgres): Promise<{ person: string; administrator: string }> {
  const { id } = users
  const [first] = await db.select({ id }).from(users).orderBy(id).limit(1)
  const [last] = await db.select({ id }).from(users).orderBy(desc(id)).limit(1)
  return { person: first?.id ?? '', administrator: last?.id ?? '' }
}
