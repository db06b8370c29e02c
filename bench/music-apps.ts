import { randomUUID } from 'node:crypto'
import { listMethods } from '#server/modules/subsonic/list-methods.ts'
import type { Call, Method } from '#server/modules/subsonic/method.ts'
import { readParameters } from '#server/modules/subsonic/parameters.ts'
import { createLoader, createPager } from '#server/modules/subsonic/service.ts'
import { openDataset } from './dataset/open.ts'
import { switchTriggers } from './dataset/statements.ts'
import { type DatabaseClient, openDatabaseClient } from './measurement/database-client.ts'
import { milliseconds } from './measurement/format.ts'
import { percentile } from './measurement/measure.ts'
import { atMost, type Bench, type Row } from './runner/bench.ts'

const size = 100_000
const releases = 20_000
const pageSize = 500
/** Pages at each end that are compared. */
const compared = 10

/** Tracks, and releases among the albums of what is in no release. */
const lists = ['song', 'album'] as const

export const bench: Bench = {
  description: `\`search3\` lists 'Everything' in pages of ${pageSize}, with ${size.toLocaleString('en')} tracks and ${releases.toLocaleString('en')} releases: PostgreSQL's CPU time per page, the last compared with the first.`,
  tools: [],
  async run({ rounds, datasets, log }) {
    const dataset = await openDataset(size, datasets, log)
    const client = await openDatabaseClient(dataset.url)
    try {
      await fillReleases(client)
      const rows = []
      for (const list of lists) rows.push(await synchronize(client, list, rounds))
      return rows
    } finally {
      await client.client.query('rollback')
      await client.close()
      await dataset.close()
    }
  },
}

/** In a transaction that the caller rolls back: the dataset stays as it is. */
async function fillReleases({ client }: DatabaseClient): Promise<void> {
  const statements = [
    'begin',
    switchTriggers('disable'),
    `insert into playlists (id, user_id, title, slug, type, track_count, created_at)
     select md5('bench release ' || slug)::uuid, user_id, title, 'release-of-' || slug, 'album', 1,
       timestamptz '2026-01-01' - row_number() over (order by id) * interval '6 seconds'
     from tracks where privacy = 'public' order by id limit ${releases}`,
    `insert into playlist_tracks (playlist_id, playlist_type, track_id, position)
     select md5('bench release ' || slug)::uuid, 'album', id, 0
     from tracks where privacy = 'public' order by id limit ${releases}`,
    // In the dataset the newest artists have the most tracks.
    `update users set created_at = timestamptz '2026-01-01' - (hashtext(username) & 65535) * interval '2 seconds'`,
    switchTriggers('enable'),
    'analyze users, playlists, playlist_tracks',
  ]
  for (const statement of statements) await client.query(statement)
}

async function synchronize(
  client: DatabaseClient,
  list: (typeof lists)[number],
  rounds: number,
): Promise<Row> {
  const { db } = client
  const viewer = { id: randomUUID(), isAdmin: false }
  const load = createLoader({ db, viewer, publicUrl: 'https://music.example', charge: () => {} })
  const all: number[][] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { search3 } = listMethods({ db, page: createPager() })
    const cpu: number[] = []
    for (let offset = 0; ; offset += pageSize) {
      const none = { songCount: '0', albumCount: '0', artistCount: '0' }
      const page = { [`${list}Count`]: String(pageSize), [`${list}Offset`]: String(offset) }
      const parameters = readParameters({ query: '', musicFolderId: '2', ...none, ...page })
      const before = client.cpuTime()
      const found = await (search3 as Method).handle({ parameters, viewer, load } as Call)
      const result = found['searchResult3'] as Record<string, unknown[]>
      if (result[list]?.length !== pageSize) break
      cpu.push(client.cpuTime() - before)
    }
    // The first round is a warm-up.
    if (round > 0) all.push(cpu)
  }
  const pages = all[0]?.length ?? 0
  const tenth = Math.max(1, Math.min(compared, Math.floor(pages / 10)))
  const median = (part: (cpu: number[]) => number[]) => percentile(all.flatMap(part), 0.5)
  const first = median((cpu) => cpu.slice(0, tenth))
  const ratio = median((cpu) => cpu.slice(-tenth)) / first
  return {
    label: `${list}s, ${pages} pages`,
    figure: milliseconds(median((cpu) => cpu)),
    ratio,
    goal: atMost(1.5, ratio),
  }
}
