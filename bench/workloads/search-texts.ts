import type pg from 'pg'

export type Texts = { name: string; texts: string[] }

/** Realistic search texts for this dataset. Deterministic, as the dataset is. */
export async function sampleSearchTexts(client: pg.Client, size: number): Promise<Texts[]> {
  const titles = await sampleTitles(client, size)
  const words = titles.flatMap((title) => title.filter((word) => word.length > 4))
  const several = (count: number) =>
    titles.filter((title) => title.length >= count).map((title) => title.slice(-count).join(' '))
  return [
    { name: 'common words', texts: await sampleWords(client, 'uses desc, word', 'true', 30) },
    {
      name: 'rare words',
      texts: await sampleWords(client, 'md5(word)', 'uses between 2 and 20', 30),
    },
    { name: 'two words', texts: several(2).slice(0, 30) },
    { name: 'three words', texts: several(3).slice(0, 30) },
    { name: 'names of users', texts: await sampleNames(client, 20) },
    ...[1, 2, 3, 4].map((letters) => ({
      name: `the first ${letters === 1 ? 'letter' : `${letters} letters`}`,
      texts: words.slice(letters * 15, letters * 15 + 15).map((word) => word.slice(0, letters)),
    })),
    { name: 'typos', texts: words.slice(0, 50).map(withTypo) },
  ]
}

/** Words of titles from across the dataset. */
async function sampleTitles(client: pg.Client, size: number): Promise<string[][]> {
  const { rows } = await client.query<{ words: string[] }>(
    `select search_words_of(title) as words from generate_series(1, 120) as n
     join tracks on slug = 'track-' || (n * 7919::bigint) % $1
     where privacy = 'public' order by n`,
    [size],
  )
  return rows.map((row) => row.words)
}

async function sampleWords(client: pg.Client, order: string, which: string, count: number) {
  const { rows } = await client.query<{ word: string }>(
    `select word from search_words where ${which} order by ${order} limit ${count}`,
  )
  return rows.map((row) => row.word)
}

async function sampleNames(client: pg.Client, count: number) {
  const { rows } = await client.query<{ name: string }>(
    `select display_name as name from users order by md5(id::text) limit ${count}`,
  )
  return rows.map((row) => row.name)
}

/** A letter omitted, doubled, changed or swapped with the next, somewhere in the middle. */
function withTypo(word: string, index: number): string {
  const at = 1 + (index % (word.length - 2))
  const [head, letter, next] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)]
  const tail = word.slice(at + 1)
  const typos = [
    head + tail,
    `${head}${letter}${letter}${tail}`,
    `${head}q${tail}`,
    `${head}${next}${letter}${tail.slice(1)}`,
  ]
  return typos[index % typos.length] ?? word
}
