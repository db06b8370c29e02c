import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '#contract/search.ts'
import { makePlaylist, makeTrack, makeUser, type UserRow } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'

const site = setUpTestSite()
let owner: UserRow

beforeAll(async () => {
  const { db } = site
  owner = await makeUser(db, { displayName: 'Orla Pemberton', username: 'tidewater' })
  const make = (title: string, overrides = {}) => makeTrack(db, owner.id, { title, ...overrides })
  await make('Harbour Lights', { artist: 'Kestrel & Sons', genre: 'drum-and-bass' })
  await make('Blåbærsyltetøy', { tags: ['Smørbrød', 'late night'] })
  await make('Straßenmusik')
  await make('İstanbul Ilık')
  await make('Note')
  await make('Ηχώ της ΘΆΛΑΣΣΑΣ')
  await make('夜に駆ける')
  await make('日々の歌')
  await make('ｆｕｌｌ　ｗｉｄｔｈ')
  await make('Don’t Stop (Remix)')
  await make('🎷')
  await makePlaylist(db, owner.id, [], { title: 'Crème Brûlée Evenings' })
})

async function search(text: string): Promise<SearchResults> {
  const response = await site.visitor('GET', `/api/search?q=${encodeURIComponent(text)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as SearchResults
}
const titles = async (text: string) => (await search(text)).tracks.map((track) => track.title)
const userNames = async (text: string) => (await search(text)).users.map((user) => user.displayName)
const lists = async (text: string) => (await search(text)).playlists.map((list) => list.title)

test.each([
  ['its title', 'harbour lights'],
  ['its artist', 'kestrel'],
  ['its genre', 'drum-and-bass'],
  ['a part of its genre', 'bass'],
  ['its uploader’s display name', 'orla pemberton lights'],
  ['its uploader’s username', 'tidewater harbour'],
  ['words of several of these in any order', 'sons bass tidewater lights'],
  ['words cut by any signs', '  “harbour”—lights!? '],
])('search: a track is found by %s', async (_what, text) => {
  expect(await titles(text)).toEqual(['Harbour Lights'])
})

test.each(['Smørbrød', 'late night', 'night late'])(
  'search: a track is found by its tag %s',
  async (text) => {
    expect(await titles(text)).toEqual(['Blåbærsyltetøy'])
  },
)

test('search: a track is found only if all terms match', async () => {
  expect(await titles('harbour lights elsewhere')).toEqual([])
})

test.each(['orla', 'pemberton orla', 'tidewater', 'PEMB'])(
  'search: a user is found by %s',
  async (text) => {
    expect(await userNames(text)).toEqual(['Orla Pemberton'])
  },
)

test('search: a user is found by first and last name', async () => {
  await makeUser(site.db, { displayName: null, firstName: 'Wilhelmina', lastName: 'Quasthoff' })
  expect((await search('quasthoff wilhelmina')).users).toHaveLength(1)
})

test.each(['creme brulee', 'evenings', 'Brûl', 'eveningz'])(
  'search: a playlist is found by %s',
  async (text) => {
    expect(await lists(text)).toEqual(['Crème Brûlée Evenings'])
  },
)

test.each([
  ['HARBOUR', 'Harbour Lights'],
  ['hàrbôür', 'Harbour Lights'],
  ['blabaersyltetoy', 'Blåbærsyltetøy'],
  ['BLÅBÆRSYLTETØY', 'Blåbærsyltetøy'],
  ['Blåbær'.normalize('NFD'), 'Blåbærsyltetøy'],
  ['strassenmusik', 'Straßenmusik'],
  ['STRAẞEN', 'Straßenmusik'],
  ['straßen', 'Straßenmusik'],
  ['istanbul', 'İstanbul Ilık'],
  ['İSTANBUL', 'İstanbul Ilık'],
  ['ılik', 'İstanbul Ilık'],
  ['θάλασσας', 'Ηχώ της ΘΆΛΑΣΣΑΣ'],
  ['ΗΧΩ', 'Ηχώ της ΘΆΛΑΣΣΑΣ'],
  ['full width', 'ｆｕｌｌ　ｗｉｄｔｈ'],
  ['don’t', 'Don’t Stop (Remix)'],
  ["don't stop remix", 'Don’t Stop (Remix)'],
  ['🎷', '🎷'],
])('search: case and accents do not matter in %s', async (text, title) => {
  expect(await titles(text)).toEqual([title])
})

test('search: decomposed and composed letters match', async () => {
  await makeTrack(site.db, owner.id, { title: 'Çağrı'.normalize('NFD') })
  expect(await titles('çağrı')).toHaveLength(1)
  expect(await titles('cagri')).toHaveLength(1)
})

test.each([
  ['夜', '夜に駆ける'],
  ['夜に駆', '夜に駆ける'],
  ['日々', '日々の歌'],
])('search: text without spaces is found by its prefix %s', async (text, title) => {
  expect(await titles(text)).toEqual([title])
})

test.each([
  ['a letter left out', 'harbor'],
  ['a letter left out at the front', 'arbour'],
  ['a letter too many', 'harbboour'.replace('bb', 'b')],
  ['a letter changed', 'harbaur'],
  ['the first letter changed', 'jarbour'],
  ['two letters swapped', 'harbuor'],
  ['the last letters swapped', 'harboru'],
  ['one in each word', 'habour lihgts'],
  ['one beside a beginning', 'harbuor lig'],
  ['one in the artist', 'kestral'],
  ['one in the uploader’s name', 'pembertan harbour'],
])('search: one typo is forgiven, %s: %s', async (_what, text) => {
  expect(await titles(text)).toEqual(['Harbour Lights'])
})

test.each(['nite', 'nots', 'noet', 'noote', 'ote'])(
  'search: one typo in a short word is forgiven: %s',
  async (text) => {
    expect(await titles(text)).toContain('Note')
  },
)

test('search: one typo in a name is forgiven', async () => {
  expect(await userNames('orlla')).toEqual(['Orla Pemberton'])
  expect(await userNames('tidewatr')).toEqual(['Orla Pemberton'])
})

test('search: two typos in a word are not forgiven', async () => {
  expect(await titles('hrbuor')).toEqual([])
  expect(await userNames('pmbertan')).toEqual([])
})

test('search: typos are only considered if there is no exact match', async () => {
  await makeTrack(site.db, owner.id, { title: 'Tangle' })
  await makeTrack(site.db, owner.id, { title: 'Jangle' })
  expect(await titles('tangle')).toEqual(['Tangle'])
  expect((await titles('vangle')).toSorted()).toEqual(['Jangle', 'Tangle'])
})

test('search: a typo is forgiven even if the term occurs in other documents', async () => {
  await makeTrack(site.db, owner.id, { title: 'Fery' })
  await makeTrack(site.db, owner.id, { title: 'Slow Ferry' })
  expect(await titles('slow fery')).toEqual(['Slow Ferry'])
})
