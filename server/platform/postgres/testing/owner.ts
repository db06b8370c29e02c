import { openEmbeddedServer } from '../embedded-server.ts'
import { createPool } from '../pool.ts'

/** A child process that tests kill: owns the folder in its arguments and, on request, inserts rows continuously. */
const [directory = '', work] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const log = (line: string) => process.stderr.write(`${line}\n`)
try {
  const server = await openEmbeddedServer(directory, { exclusive: true, log })
  const pool = createPool(server.connection, log)
  await pool.query('create table if not exists stored (id bigserial primary key)')
  say('ready')
  while (work === 'insert') {
    const insert = pool.query<{ id: string }>('insert into stored default values returning id')
    const done = await insert.catch(() => undefined)
    if (done) say(`stored ${done.rows[0]?.id}`)
  }
} catch (error) {
  say(`refused ${(error as Error).message}`)
  process.exitCode = 1
}
