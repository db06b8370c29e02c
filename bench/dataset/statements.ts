/** All values derive from the row number, so that track 17 is the same in every dataset. */

/** A number from 0 to 1, different for each `salt`. */
export const random = `
  create schema bench;
  create function bench.chance(n int, salt int) returns float8 language sql immutable
  return (hashint8extended(n, salt) & 4294967295) / 4294967296.0::float8`

export const id = `
  create function bench.id(noun text, n int) returns uuid language sql immutable
  return overlay(overlay(md5(noun || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** A word by the Zipf–Mandelbrot law: frequency falls with rank, and the first few are almost equally common. */
export const pick = `
  create function bench.pick(words text[], n int, salt int) returns text language sql immutable
  return words[floor(6 * power((cardinality(words) + 6) / 6.0, bench.chance(n, salt)) - 5)::int]`

const filled = ['users', 'tracks', 'playlists', 'playlist_tracks']

/** The work of the row triggers is done once for all rows at the end. */
export const switchTriggers = (to: 'enable' | 'disable') =>
  filled.map((table) => `alter table ${table} ${to} trigger user`).join(';')

/** Two of three use their own name, the third a band name. */
export const users = `
  insert into users (id, email, username, display_name, first_name, last_name, issuer, subject, created_at, updated_at, search)
  select bench.id('user', n), username || '@bench.example', username, display_name, given, family, 'bench', n::text,
         timestamptz '2026-01-01' - n * interval '1 minute', timestamptz '2026-01-01',
         search_vector_of(array[display_name, username], array[given, family])
  from (
    select *, case when n % 3 = 0 then initcap('the ' || bench.pick($4, n, 3) || ' ' || bench.pick($4, n, 4))
                   else given || ' ' || family end as display_name,
           lower(unaccent(given || family)) || n as username
    from (select n, bench.pick($2, n, 1) as given, bench.pick($3, n, 2) as family
          from generate_series(1, $1::int) as n) as names
  ) as people`

export const tracks = `
  insert into tracks (id, user_id, title, slug, description, artist, genre, tags, privacy, audio_path, duration,
                      play_count, like_count, created_at, updated_at, search)
  select bench.id('track', n), owner, title, 'track-' || n, 'Written on the night bus.', u.display_name, genre, tags,
         case when n % 50 = 7 then 'private' when n % 40 = 3 then 'unlisted' else 'public' end,
         '/objects/audio/' || bench.id('track', n) || '.mp3', 60 + n % 300,
         floor(power(bench.chance(n, 1), 12) * 1000000)::int, least($3::int / 2, floor(0.2 / bench.chance(n, 2)))::int,
         created, created + n % 7 * interval '1 hour',
         search_vector_of(array[title], array[genre, u.display_name, u.username] || tags)
  from (
    select n, timestamptz '2026-01-01' - n * interval '17 seconds' as created,
           bench.id('user', 1 + floor(power(bench.chance(n, 3), 2) * $3::int)::int) as owner,
           nullif(bench.pick($5, n, 4), 'other') as genre,
           array[bench.pick($4, n, 5), bench.pick($4, n, 6)] as tags,
           initcap(case n % 6
             when 0 then bench.pick($4, n, 7)
             when 1 then bench.pick($4, n, 8) || ' ' || bench.pick($4, n, 7)
             when 2 then 'the ' || bench.pick($4, n, 7) || ' and the ' || bench.pick($4, n, 8)
             when 3 then bench.pick($4, n, 8) || ' ' || bench.pick($4, n, 7) || ' no. ' || n % 997
             when 4 then bench.pick($4, n, 7) || ' of ' || bench.pick($4, n, 8) || ' ' || bench.pick($4, n, 9)
             else bench.pick($4, n, 8) || ' ' || bench.pick($4, n, 7) || ' (take ' || n % 89 || ')' end) as title
    from generate_series($1::int, $1::int + $2::int - 1) as n
  ) as made join users u on u.id = made.owner`

/** As many as the count of each track: half of the users like a few tracks, most tracks have no likes. Follows likewise. */
export const likes = `
  insert into likes (user_id, track_id, created_at)
  select bench.id('user', 1 + (n + place * 104729) % $3::int), bench.id('track', n),
         timestamptz '2026-01-01' + place * interval '1 minute'
  from generate_series($1::int, $1::int + $2::int - 1) as n
  join tracks on tracks.slug = 'track-' || n
  cross join generate_series(1, like_count) as place`

const followed = 20
export const follows = `
  insert into follows (follower_id, following_id, created_at)
  select distinct bench.id('user', n), bench.id('user', other), timestamptz '2026-01-01' - n * interval '1 minute'
  from generate_series(1, $1::int) as n cross join generate_series(1, ${followed}) as place
  cross join lateral (select 1 + floor(power(bench.chance(n, 20 + place), 3) * $1::int)::int as other) as chosen
  where other <> n`

export const playlists = `
  insert into playlists (id, user_id, title, slug, privacy, track_count, created_at, updated_at, search)
  select bench.id('playlist', n), bench.id('user', n), title, 'playlist-' || n,
         case when n % 10 = 7 then 'private' else 'public' end, n % 16, created, created, search_vector_of(array[title], '{}')
  from (select n, timestamptz '2026-01-01' - n * interval '5 minutes' as created,
               initcap(bench.pick($2, n, 10) || ' ' || bench.pick($2, n, 11)) as title
        from generate_series(1, $1::int) as n) as made`

export const playlistTracks = `
  insert into playlist_tracks (playlist_id, track_id, position)
  select bench.id('playlist', n), bench.id('track', (n * 7919 + place * 104729) % $2::int), place
  from generate_series(1, $1::int) as n, generate_series(0, n % 16 - 1) as place
  on conflict do nothing`

/** Duplicate entries were skipped, so that some counts are too high. */
export const playlistCounts = `
  update playlists set track_count = counted.entries
  from (select playlist_id, count(*) as entries from playlist_tracks group by 1) as counted
  where counted.playlist_id = playlists.id and track_count <> entries`

export const genreCounts = `
  insert into genre_counts (genre, tracks, duration)
  select coalesce(genre, 'other'), count(*), coalesce(sum(duration), 0) from tracks where privacy = 'public' group by 1`

export const tallies = `
  insert into track_tallies (tracks, public_tracks, plays, likes)
  select count(*), count(*) filter (where privacy = 'public'), sum(play_count), sum(like_count) from tracks`
