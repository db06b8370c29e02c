import { readFileSync } from 'node:fs'
import path from 'node:path'
import { desc } from 'drizzle-orm'
import { migrate } from '#server/database/migrate.ts'
import { users } from '#server/database/schema.ts'
import { openPostgres, type Postgres } from '#server/platform/postgres/open.ts'
import { startTestSession, testSessionSecret } from '#server/testing/sessions.ts'
import { openDataset } from '../dataset/open.ts'
import type { BenchContext } from '../runner/bench.ts'
import type { Server } from './server-process.ts'
import { startSoundpost } from './soundpost.ts'

export type BenchServer = {
  server: Server
  postgres: Postgres
  /** The process id of the postmaster. */
  postgresPid: number
  /** The folder of the disk store. */
  objects: string
  /** The Cookie header of a signed-in user. In a dataset, the first user is an ordinary one, the last one an administrator. */
  signIn(userId: string): Promise<string>
}

type Options = {
  /** A dataset of this many tracks; by default an empty database. */
  tracks?: number
  settings?: Record<string, string>
}

/** The product as `npm start` runs it, with limits that no benchmark reaches; closed after `run`. */
export async function withBenchServer<Result>(
  context: BenchContext,
  { tracks, settings = {} }: Options,
  run: (benchServer: BenchServer) => Promise<Result>,
): Promise<Result> {
  const dataset = tracks ? await openDataset(tracks, context.datasets, context.log) : undefined
  const directory = dataset?.directory ?? path.join(context.scratch, 'postgres')
  const postgres = await openPostgres(
    { kind: 'embedded', directory },
    { exclusive: false, log() {} },
  )
  try {
    await migrate(postgres)
    const dataDir = path.join(context.scratch, `data-${tracks ?? 0}`)
    const server = await startSoundpost({
      dataDir,
      databaseUrl: postgres.url,
      nodeOptions: context.nodeOptions,
      settings: {
        ADMIN_USER_IDS: (await firstAndLastUser(postgres)).administrator,
        SESSION_SECRET: testSessionSecret,
        ...settings,
      },
    })
    try {
      return await run({
        server,
        postgres,
        postgresPid: firstNumberIn(path.join(directory, 'postmaster.pid')),
        objects: path.join(dataDir, 'objects'),
        signIn: async (userId) => `sid=${await startTestSession(postgres.db, userId)}`,
      })
    } finally {
      await server.close()
    }
  } finally {
    await postgres.close()
    await dataset?.close()
  }
}

const firstNumberIn = (file: string) => Number(readFileSync(file, 'utf8').split('\n')[0])

/** The first and the last user of a dataset, by id. */
export async function firstAndLastUser({
  db,
}: Postgres): Promise<{ user: string; administrator: string }> {
  const { id } = users
  const [first] = await db.select({ id }).from(users).orderBy(id).limit(1)
  const [last] = await db.select({ id }).from(users).orderBy(desc(id)).limit(1)
  return { user: first?.id ?? '', administrator: last?.id ?? '' }
}
