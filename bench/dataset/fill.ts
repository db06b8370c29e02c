import pg from 'pg'
import { genres } from '#contract/genres.ts'
import { rebuildTermStatistics } from '#server/modules/search/maintenance-repository.ts'
import { refreshHotSet } from '#server/modules/search/maintenance-service.ts'
import { withLongRunningConnection } from '#server/platform/postgres/long-running-connection.ts'
import { dropConstraints, dropIndexes } from './indexes.ts'
import * as statements from './statements.ts'
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
    await client.query(statements.random)
    await client.query(statements.id)
    await client.query(statements.pick)
    await client.query(statements.switchTriggers('disable'))
    const createIndexes = await dropIndexes(client, [
      'users',
      'tracks',
      'playlists',
      'likes',
      'follows',
    ])
    await fillTables(client, tracks, log)
    await createIndexes(log)
    await client.query(statements.switchTriggers('enable'))
    await client.query(statements.genreCounts)
    await withLongRunningConnection(url, rebuildTermStatistics)
    await withLongRunningConnection(url, refreshHotSet)
    await client.query(statements.tallies)
    log('the term statistics')
    await client.query('drop schema bench cascade')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function fillTables(client: pg.Client, tracks: number, log: (line: string) => void) {
  const words = vocabulary(8000)
  const userCount = Math.max(100, tracks / 50)
  await client.query(statements.users, [userCount, givenNames, familyNames, words])
  await client.query('analyze users')
  log(`${userCount} users`)
  for (let from = 0; from < tracks; from += slice) {
    const count = Math.min(slice, tracks - from)
    await client.query(statements.tracks, [from, count, userCount, words, genres])
    log(`${from + count} tracks`)
  }
  await fillLikesAndFollows(client, { tracks, userCount }, log)
  await client.query(statements.playlists, [userCount, words])
  await client.query(statements.playlistTracks, [userCount, tracks])
  await client.query(statements.playlistCounts)
  log(`${userCount} playlists`)
}

/** Likes and follows. */
async function fillLikesAndFollows(
  client: pg.Client,
  { tracks, userCount }: { tracks: number; userCount: number },
  log: (line: string) => void,
) {
  const createConstraints = await dropConstraints(client, ['likes', 'follows'])
  for (let from = 0; from < tracks; from += slice)
    await client.query(statements.likes, [from, Math.min(slice, tracks - from), userCount])
  await client.query(statements.follows, [userCount])
  await createConstraints()
  log('likes and follows')
}
