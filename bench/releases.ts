import {
  getPlaylist,
  listPublicPlaylists,
  listReleasesOfUser,
} from '#server/modules/playlists/service.ts'
import { getTrack, listTracksOfUser } from '#server/modules/tracks/service.ts'
import { openDataset } from './dataset/open.ts'
import { type DatabaseClient, openDatabaseClient } from './measurement/database-client.ts'
import { medianAndP99 } from './measurement/format.ts'
import { measure, percentile, type Workload } from './measurement/measure.ts'
import { atMost, type Bench } from './runner/bench.ts'

const size = 100_000
const releases = 1000
const longest = 200
const limit = 50
const longRelease = `a release of ${longest} tracks`

export const bench: Bench = {
  description: `PostgreSQL's CPU time at ${size.toLocaleString('en')} tracks, for an artist with ${releases.toLocaleString('en')} releases, of which one has ${longest} tracks, on one connection:
median, p99. Every hundredth track is private. All tracks of the long release are four pages of tracks.`,
  tools: [],
  async run({ rounds, datasets, log }) {
    const dataset = await openDataset(size, datasets, log)
    const client = await openDatabaseClient(dataset.url)
    try {
      await fillReleases(client)
      const timings = await measure(workloads(client), rounds)
      return timings.map(({ name, cpu }) => ({
        label: name,
        figure: medianAndP99(cpu),
        goal: atMost(name === longRelease ? 80 : 20, percentile(cpu, 0.5), ' ms'),
      }))
    } finally {
      await client.client.query('rollback')
      await client.close()
      await dataset.close()
    }
  },
}

const artist = '11111111-0000-4000-8000-000000000003'

/** In a transaction that the caller rolls back: the dataset stays as it is. */
async function fillReleases({ client }: DatabaseClient): Promise<void> {
  const id = (kind: string) => `md5('bench ${kind} ' || n)::uuid`
  /** The first `longest` tracks are on the first release, and each other release has one. */
  const tracks = longest + releases - 1
  const statements = [
    'begin',
    `insert into users (id, username, issuer, subject) values ('${artist}', 'bench-artist', 'bench', 'bench-artist')`,
    `insert into tracks (id, user_id, title, slug, audio_path, privacy)
     select ${id('track')}, '${artist}', 'Track ' || n, 'bench-track-' || n, '/objects/audio/' || ${id('track')} || '.mp3',
       case when n % 100 = 7 then 'private' else 'public' end from generate_series(1, ${tracks}) as n`,
    `insert into playlists (id, user_id, title, slug, type, track_count, release_date)
     select ${id('release')}, '${artist}', 'Release ' || n, 'bench-release-' || n, 'album',
       case when n = 1 then ${longest} else 1 end, date '2026-01-01' - n from generate_series(1, ${releases}) as n`,
    `insert into playlist_tracks (playlist_id, playlist_type, track_id, position)
     select md5('bench release ' || greatest(1, n - ${longest} + 1))::uuid, 'album', ${id('track')},
       case when n <= ${longest} then n - 1 else 0 end from generate_series(1, ${tracks}) as n`,
    'analyze tracks, playlists, playlist_tracks',
  ]
  for (const statement of statements) await client.query(statement)
}

function workloads(database: DatabaseClient): Workload[] {
  const { db } = database
  const work = (name: string, query: () => Promise<unknown>): Workload => ({
    name,
    client: database,
    queries: Array.from({ length: 10 }, () => query),
  })
  return [
    work('releases of the artist', () => listReleasesOfUser(db, artist, { limit }, undefined)),
    work('releases of all artists', () =>
      listPublicPlaylists(db, { limit, releases: true }, undefined),
    ),
    work(longRelease, () => getPlaylist(db, 'bench-release-1', undefined)),
    work('its last track', () => getTrack(db, `bench-track-${longest}`, undefined)),
    work('tracks of the artist', () =>
      listTracksOfUser(db, artist, { limit, sort: 'recent' }, undefined),
    ),
  ]
}
