import pg from 'pg'
import { genres } from '#contract/genres.ts'
import { adjectives, familyNames, givenNames, nouns } from './words.ts'

export type CatalogueSize = { tracks: number; users: number }

/**
 * A catalogue as real ones look: a few tracks have most of the plays and likes, a few genres most of the tracks.
 * The work is done inside PostgreSQL, in slices, so that a million tracks take minutes.
 */
export async function fillCatalogue(
  url: string,
  { tracks, users }: CatalogueSize,
  log: (line: string) => void,
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select setseed(0.42)')
    await client.query(`create schema if not exists bench`)
    await client.query(pickFunction)
    await client.query(
      'alter table users disable trigger user; alter table tracks disable trigger user',
    )
    await client.query(insertUsers, [users, givenNames, familyNames])
    log(`${users} people`)
    const slice = 50_000
    for (let from = 0; from < tracks; from += slice) {
      const count = Math.min(slice, tracks - from)
      await client.query(insertTracks, [from, count, users, adjectives, nouns, genres])
      log(`${from + count} tracks`)
    }
    await client.query(
      'alter table users enable trigger user; alter table tracks enable trigger user',
    )
    await client.query(countGenres)
    await client.query(learnWords)
    await client.query('drop schema bench cascade')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** A word, the early ones far more often: the cube of a random number, as in natural language. */
const pickFunction = `
  create or replace function bench.pick(words text[]) returns text language sql volatile
  return words[1 + floor(power(random(), 3) * cardinality(words))::int]`

const insertUsers = `
  insert into users (id, email, username, display_name, issuer, subject, created_at, updated_at, search)
  select md5('user' || n)::uuid, 'user' || n || '@bench.example', 'user' || n, name, 'bench', n::text,
         now() - n * interval '1 second', now(), search_vector_of(name, 'user' || n)
  from (select n, bench.pick($2) || ' ' || bench.pick($3) || case when n % 3 = 0 then '' else ' ' || n end as name
        from generate_series(1, $1::int) as n) as people
  on conflict do nothing`

const insertTracks = `
  insert into tracks (id, user_id, title, slug, description, artist, genre, tags, privacy, audio_url, duration,
                      play_count, like_count, created_at, updated_at, search)
  select md5('track' || n)::uuid, owner, title, 'track-' || n, 'Written on the night bus.', u.display_name, genre,
         array[tag], case when n % 50 = 7 then 'private' when n % 40 = 3 then 'unlisted' else 'public' end,
         '/objects/audio/' || md5('track' || n)::uuid, 60 + (n % 300),
         floor(power(random(), 12) * 1000000)::int, floor(power(random(), 14) * 50000)::int,
         now() - n * interval '17 seconds', now() - n * interval '17 seconds' + (n % 7) * interval '1 hour',
         search_vector_of(title, u.display_name, genre, tag, u.username)
  from (
    select n, md5('user' || (1 + floor(power(random(), 2) * $3::int))::int)::uuid as owner,
           bench.pick($6) as genre, lower(bench.pick($5)) as tag,
           initcap(case n % 5
             when 0 then bench.pick($4) || ' ' || bench.pick($5)
             when 1 then 'the ' || bench.pick($5) || ' and the ' || bench.pick($5)
             when 2 then bench.pick($4) || ' ' || bench.pick($5) || ' no. ' || n % 997
             when 3 then bench.pick($5) || ' for ' || bench.pick($4) || ' ' || bench.pick($5)
             else bench.pick($4) || ' ' || bench.pick($5) || ' (take ' || n % 89 || ')' end) as title
    from generate_series($1::int, $1::int + $2::int - 1) as n
  ) as made join users u on u.id = made.owner
  on conflict do nothing`

const countGenres = `
  insert into genre_counts (genre, tracks)
  select coalesce(genre, 'other'), count(*) from tracks where privacy = 'public' group by 1
  on conflict (genre) do update set tracks = excluded.tracks`

const learnWords = `
  insert into search_words (word, variants, uses)
  select word, search_variants_of(word), ndoc
  from ts_stat($$select search from tracks where privacy = 'public' union all select search from users$$)
  where length(word) <= 40
  on conflict (word) do update set uses = excluded.uses`
