import path from 'node:path'
import pg from 'pg'
import type { Track } from '#contract/tracks.ts'
import { openPostgres } from '#server/platform/postgres/open.ts'
import type { Browser } from '#server/testing/browser.ts'
import { createPlaylist } from './create-content.ts'

/** A playlist that begins with these tracks; the others have no audio, because playback never reaches them. */
export async function makeLongPlaylist(
  { artist, dataDir }: { artist: Browser; dataDir: string },
  audible: readonly Track[],
  length: number,
): Promise<{ slug: string }> {
  const playlist = await createPlaylist(artist, `${length} tracks`, audible)
  const directory = path.join(dataDir, 'postgres')
  const postgres = await openPostgres(
    { kind: 'embedded', directory },
    { exclusive: false, log() {} },
  )
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query('begin')
    // Indexing so many tracks for search takes longer than everything else.
    await client.query('alter table tracks disable trigger user')
    await client.query(
      `with made as (
         insert into tracks (user_id, title, slug, audio_path)
         select $1, 'Row ' || n, $2 || '-' || n, '/objects/audio/' || $2 || '-' || n
         from generate_series($3::int, $4::int) as n returning id
       )
       insert into playlist_tracks (playlist_id, track_id, position)
       select $5, id, $3::int + row_number() over () - 1 from made`,
      [audible[0]?.userId, playlist.slug, audible.length, length - 1, playlist.id],
    )
    await client.query('update playlists set track_count = $1 where id = $2', [length, playlist.id])
    await client.query('alter table tracks enable trigger user')
    await client.query('commit')
  } finally {
    await client.end()
    await postgres.close()
  }
  return playlist
}
