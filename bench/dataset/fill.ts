import pg from 'pg'
import { genres } from '#contract/genres.ts'
import { rebuildTermStatistics } from '#server/modules/search/repository.ts'
import { refreshHotSet } from '#server/modules/search/top-tracks.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { dropConstraints, dropIndexes } from './indexes.ts'
import * as made from './statements.ts'
import { familyNames, givenNames, vocabulary } from './words.ts'

const slice = 100_000

/**
 * A dataset with realistic distributions: a few tracks have most of the plays, a few words occur in most of the
 * titles. It is deterministic. PostgreSQL generates it, so that a million tracks take minutes.
 */
export async function fillDataset(url: string, tracks: number, log: (line: string) => void) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'")
    await client.query(made.chance)
    await client.query(made.id)
    await client.query(made.pick)
    await client.query(made.switchTriggers('disable'))
    const createIndexes = await dropIndexes(client, [
      'users',
      'tracks',
      'playlists',
      'likes',
      'follows',
    ])
    await fillTables(client, tracks, log)
    await createIndexes(log)
    await client.query(made.switchTriggers('enable'))
    await client.query(made.genreCounts)
    await client.query(made.userTallies)
    await withLongRunningConnection(url, rebuildTermStatistics)
    await withLongRunningConnection(url, refreshHotSet)
    await client.query(made.tallies)
    log('the known words')
    await client.query('drop schema bench cascade')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fillTables(client: pg.Client, tracks: number, log: (line: string) => void) {
  const words = vocabulary(8000)
  const people = Math.max(100, tracks / 50)
  await client.query(made.users, [people, givenNames, familyNames, words])
  await client.query('analyze users')
  log(`${people} people`)
  for (let from = 0; from < tracks; from += slice) {
    const count = Math.min(slice, tracks - from)
    await client.query(made.tracks, [from, count, people, words, genres])
    log(`${from + count} tracks`)
  }
  await fillLikesAndFollows(client, { tracks, people }, log)
  await client.query(made.playlists, [people, words])
  await client.query(made.playlistTracks, [people, tracks])
  await client.query(made.playlistCounts)
  log(`${people} playlists`)
}

/** Likes and follows. */
async function fillLikesAndFollows(
  client: pg.Client,
  { tracks, people }: { tracks: number; people: number },
  log: (line: string) => void,
) {
  const createConstraints = await dropConstraints(client, ['likes', 'follows'])
  for (let from = 0; from < tracks; from += slice)
    await client.query(made.likes, [from, Math.min(slice, tracks - from), people])
  await client.query(made.follows, [people])
  await createConstraints()
  log('their likes and follows')
}
