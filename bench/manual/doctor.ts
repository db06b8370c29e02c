import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { runChecks } from '#server/modules/doctor/service.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { dropIndexes } from '../dataset/indexes.ts'
import { defaultFolder, openDataset } from '../dataset/open.ts'
import { tallies } from '../dataset/statements.ts'

const help = `node bench/manual/doctor.ts [--tracks 1000000] [--folder DIR]

Duration and memory of the doctor on a consistent dataset, on one with errors in 1 % of the counts and
audio files, and with the repair of the counts. The dataset is changed: it is a separate one, in DIR.`

const onePercent = sql`hashtext(id::text) % 100 = 0`

/** The audio of the dataset has no format and no upload rows, and some of its counts have no rows. */
const preparation = [
  'alter table tracks disable trigger user',
  `update tracks track set audio_path = '/objects/audio/' || track.id || '.mp3', like_count = coalesce(counted.likes, 0)
   from tracks same left join (select track_id, count(*) as likes from likes group by 1) as counted
     on counted.track_id = same.id
   where same.id = track.id`,
  'alter table tracks enable trigger user',
  `insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, registered_at)
   select id, user_id, 'uploads/' || id, 'used', 'audio', audio_path, 'audio/mpeg', 1, duration, now() from tracks`,
  `update playlists set track_count = counted.entries
   from (select playlist_id, count(*) as entries from playlist_tracks group by 1) as counted
   where counted.playlist_id = playlists.id and track_count <> entries`,
  `update playlist_tracks entry set position = placed.new_position
   from (select id, row_number() over (partition by playlist_id order by position) - 1 as new_position
     from playlist_tracks) as placed
   where placed.id = entry.id and position <> new_position`,
  'delete from track_tallies',
  tallies,
]

const { values: options } = parseArgs({
  options: {
    tracks: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: `${defaultFolder}-doctor` },
    help: { type: 'boolean', default: false },
  },
})
const size = Number(options.tracks)
if (!size || options.help) console.log(help)
else {
  const dataset = await openDataset(size, options.folder, console.error)
  try {
    await prepareDataset(dataset.url)
    await withLongRunningConnection(dataset.url, (db) => measure(db, dataset.url))
  } finally {
    await dataset.close()
  }
}

async function measure(db: Db, url: string) {
  await runDoctor('consistent', db, storeOf(url), false)
  await db.execute(sql`update tracks set like_count = like_count + 1 where ${onePercent}`)
  const incompleteStore = storeOf(url, sql`where not (${onePercent})`)
  await runDoctor('1 % wrong', db, incompleteStore, false)
  await runDoctor('1 % wrong, with --fix', db, incompleteStore, true)
}

/** In one transaction, so that a dataset never loses its indexes. */
async function prepareDataset(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "select from tracks where audio_path not like '%.mp3' limit 1",
    )
    if (rowCount === 0) return
    await client.query(
      "begin; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'",
    )
    const createIndexes = await dropIndexes(client, ['tracks'])
    for (const statement of preparation) await client.query(statement)
    await createIndexes(() => {})
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** A store that lists the files of the tracks, without content. */
function storeOf(url: string, which = sql``): ObjectStore {
  const metadata = { size: 1, etag: '"x"', modified: new Date(0) }
  const keys = sql`select substr(audio_path, 10) as key from tracks ${which}`
  const unused = () => Promise.reject(new Error('The doctor does not call this.'))
  return {
    async *list(prefix) {
      if (prefix !== 'audio/') return
      const read = Promise.withResolvers<AsyncIterable<{ key: string }>>()
      const done = Promise.withResolvers<void>()
      const reading = withLongRunningConnection(url, (db) =>
        db.transaction(async (tx) => {
          read.resolve(readWithCursor<{ key: string }>(tx, keys))
          await done.promise
        }),
      )
      for await (const { key } of await read.promise) yield { key, ...metadata }
      done.resolve()
      await reading
    },
    multipart: {
      create: unused,
      presignedPartUrl: unused,
      listParts: unused,
      complete: unused,
      async *listUnfinished() {},
      abort: unused,
    },
    stat: async () => undefined,
    read: unused,
    verifyUploadUrl() {},
    write: unused,
    move: unused,
    copy: unused,
    remove: unused,
    presignedUploadUrl: unused,
    receive: unused,
    findProblems: async () => [],
    presignedDownloadUrl: unused,
    keyFromUploadUrl: () => undefined,
    origins: [],
    check: async () => {},
    close: async () => {},
  }
}

async function runDoctor(what: string, db: Db, store: ObjectStore, fix: boolean) {
  const startedAt = performance.now()
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 100)
  const outcome = await runChecks({ db, store, print: () => {} }, { fix })
  clearInterval(sampling)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const megabytes = Math.round(peak / 1024 / 1024)
  console.log(
    `${what}: ${outcome.found} found, ${outcome.repaired} repaired, ${seconds} s, ${megabytes} MB at most`,
  )
}
