import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { runChecks } from '#server/modules/doctor/run-checks.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { readWithCursor } from '#server/platform/postgres/cursor.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { dropIndexes } from '../dataset/indexes.ts'
import { defaultFolder, openDataset } from '../dataset/open.ts'
import { tallies } from '../dataset/statements.ts'

const help = `node bench/manual/doctor.ts [--tracks 1000000] [--folder DIR]

How long the doctor looks at a dataset on which all is well, then at one in which a hundredth of the
counts and sounds is wrong, then how long it mends the counts; and how much memory it takes.
The dataset is changed for that: it is one of its own, in DIR.`

const oneInAHundred = sql`hashtext(id::text) % 100 = 0`

/** The audio of the dataset has no format and no upload rows, and some of its counts have no rows. */
const preparing = [
  'alter table tracks disable trigger user',
  `update tracks track set audio_url = '/objects/audio/' || track.id || '.mp3', like_count = coalesce(counted.likes, 0)
   from tracks same left join (select track_id, count(*) as likes from likes group by 1) as counted
     on counted.track_id = same.id
   where same.id = track.id`,
  'alter table tracks enable trigger user',
  `insert into uploads (id, user_id, key, state, kind, object_path, content_type, size, duration, registered_at)
   select id, user_id, 'uploads/' || id, 'used', 'audio', audio_url, 'audio/mpeg', 1, duration, now() from tracks`,
  `update playlists set track_count = counted.entries
   from (select playlist_id, count(*) as entries from playlist_tracks group by 1) as counted
   where counted.playlist_id = playlists.id and track_count <> entries`,
  `update playlist_tracks entry set position = placed.place
   from (select id, row_number() over (partition by playlist_id order by position) - 1 as place
     from playlist_tracks) as placed
   where placed.id = entry.id and position <> place`,
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
    await putRight(dataset.url)
    await withLongRunningConnection(dataset.url, (db) => measure(db, dataset.url))
  } finally {
    await dataset.close()
  }
}

async function measure(db: Db, url: string) {
  await look('all is well', db, storeOf(url), false)
  await db.execute(sql`update tracks set like_count = like_count + 1 where ${oneInAHundred}`)
  const robbed = storeOf(url, sql`where not (${oneInAHundred})`)
  await look('a hundredth is wrong', db, robbed, false)
  await look('a hundredth is wrong, with --fix', db, robbed, true)
}

/** In one transaction, so that a dataset never loses its indexes. */
async function putRight(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "select from tracks where audio_url not like '%.mp3' limit 1",
    )
    if (rowCount === 0) return
    await client.query(
      "begin; set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'",
    )
    const createIndexes = await dropIndexes(client, ['tracks'])
    for (const statement of preparing) await client.query(statement)
    await createIndexes(() => {})
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** A store that lists the files of the tracks, without content. */
function storeOf(url: string, which = sql``): ObjectStore {
  const facts = { size: 1, etag: '"x"', modified: new Date(0) }
  const keys = sql`select substr(audio_url, 10) as value from tracks ${which}`
  const unasked = () => Promise.reject(new Error('The doctor does not ask for that.'))
  return {
    async *list(prefix) {
      if (prefix !== 'audio/') return
      const read = Promise.withResolvers<AsyncIterable<string>>()
      const done = Promise.withResolvers<void>()
      const reading = withLongRunningConnection(url, (db) =>
        db.transaction(async (tx) => {
          read.resolve(readWithCursor(tx, keys))
          await done.promise
        }),
      )
      for await (const key of await read.promise) yield { key, ...facts }
      done.resolve()
      await reading
    },
    stat: async () => undefined,
    read: unasked,
    write: unasked,
    move: unasked,
    remove: unasked,
    presignedUploadUrl: unasked,
    presignedDownloadUrl: unasked,
    keyFromUploadUrl: () => undefined,
    origins: [],
    check: async () => {},
    close: async () => {},
  }
}

async function look(what: string, db: Db, store: ObjectStore, fix: boolean) {
  const begun = performance.now()
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  const outcome = await runChecks({ db, store, say: () => {} }, { fix })
  clearInterval(watching)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const megabytes = Math.round(most / 1024 / 1024)
  console.log(
    `${what}: ${outcome.found} found, ${outcome.repaired} repaired, ${seconds} s, ${megabytes} MB at most`,
  )
}
