import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { examine } from '#server/modules/doctor/examine.ts'
import type { ObjectStore } from '#server/platform/objects/object-store.ts'
import { readThrough } from '#server/platform/postgres/cursor.ts'
import type { Db } from '#server/platform/postgres/open.ts'
import { withPatience } from '#server/platform/postgres/patient.ts'
import { defaultFolder, openCatalogue } from '../catalogue/open.ts'

const help = `node bench/by-hand/doctor.ts [--tracks 1000000] [--folder DIR]

How long the doctor looks at a catalogue on which all is well, then at one in which a hundredth of the
counts and sounds is wrong, then how long it mends the counts; and how much memory it takes.
The catalogue is changed for that: it is one of its own, in DIR.`

const oneInAHundred = sql`hashtext(id::text) % 100 = 0`

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
  const catalogue = await openCatalogue(size, options.folder, console.error)
  try {
    await withPatience(catalogue.url, (db) => measure(db, catalogue.url))
  } finally {
    await catalogue.close()
  }
}

async function measure(db: Db, url: string) {
  await putRight(db)
  await look('all is well', db, storeOf(url), false)
  await db.execute(sql`update tracks set like_count = 1 where ${oneInAHundred}`)
  const robbed = storeOf(url, sql`where not (${oneInAHundred})`)
  await look('a hundredth is wrong', db, robbed, false)
  await look('a hundredth is wrong, with --fix', db, robbed, true)
}

/** The catalogue's likes are numbers without rows, and its sounds have no format. */
async function putRight(db: Db) {
  await db.execute(sql`alter table tracks disable trigger user`)
  await db.execute(sql`
    update tracks set like_count = 0, audio_url = '/objects/audio/' || id || '.mp3'
    where like_count <> 0 or audio_url not like '%.mp3'`)
  await db.execute(sql`alter table tracks enable trigger user`)
  await db.execute(sql`
    update playlists set track_count = counted.entries
    from (select playlist_id, count(*) as entries from playlist_tracks group by 1) as counted
    where counted.playlist_id = playlists.id and track_count <> entries`)
  await db.execute(sql`
    update playlist_tracks entry set position = placed.place
    from (select id, row_number() over (partition by playlist_id order by position) - 1 as place
      from playlist_tracks) as placed
    where placed.id = entry.id and position <> place`)
  await db.execute(sql`delete from track_tallies`)
  await db.execute(sql`
    insert into track_tallies (tracks, public_tracks, plays, likes)
    select count(*), count(*) filter (where privacy = 'public'), sum(play_count), 0 from tracks`)
  await db.execute(sql`vacuum analyze tracks`)
}

/** A store that holds what the tracks name, without a byte of it. */
function storeOf(url: string, which = sql``): ObjectStore {
  const facts = { size: 1, etag: '"x"', modified: new Date(0) }
  const keys = sql`select substr(audio_url, 10) as value from tracks ${which}`
  const unasked = () => Promise.reject(new Error('The doctor does not ask for that.'))
  return {
    async *list(prefix) {
      if (prefix !== 'audio/') return
      const read = Promise.withResolvers<AsyncIterable<string>>()
      const done = Promise.withResolvers<void>()
      const reading = withPatience(url, (db) =>
        db.transaction(async (tx) => {
          read.resolve(readThrough(tx, keys))
          await done.promise
        }),
      )
      for await (const key of await read.promise) yield { key, ...facts }
      done.resolve()
      await reading
    },
    facts: async () => undefined,
    read: unasked,
    write: unasked,
    move: unasked,
    remove: unasked,
    uploadAddress: unasked,
    downloadAddress: unasked,
    keyOfUploadAddress: () => undefined,
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
  const outcome = await examine({ db, store, say: () => {} }, { fix })
  clearInterval(watching)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const megabytes = Math.round(most / 1024 / 1024)
  console.log(
    `${what}: ${outcome.found} found, ${outcome.mended} mended, ${seconds} s, ${megabytes} MB at most`,
  )
}
