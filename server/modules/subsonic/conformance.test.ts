import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { beforeAll, expect, test } from 'vitest'
import schemas from '#server/testing/opensubsonic/schemas.json' with { type: 'json' }
import { setUpTestSite } from '#server/testing/set-up.ts'
import { type App, makeCatalog, type Parameters, startApp } from '#server/testing/subsonic.ts'
import { startTestSite } from '#server/testing/test-site.ts'
import { xmlErrors } from '#server/testing/xml.ts'

/** The official JSON schemas of OpenSubsonic, at testing/opensubsonic. */
const ajv = new Ajv({ strict: false, validateFormats: false })
const base = 'https://opensubsonic.example/'
for (const [path, schema] of Object.entries(schemas.schemas))
  ajv.addSchema({ ...schema, $id: base + path })

/** The XSD of Subsonic 1.16.1, which has no license: name a copy of it to validate against it too. */
const { SUBSONIC_XSD: xsdPath } = process.env
const xsd = xsdPath ? readXsd(xsdPath) : undefined

const site = setUpTestSite()
let app: App
let calls: Record<string, Parameters[]>

beforeAll(async () => {
  app = await startApp(site)
  const { artist, first, single, release, playlist } = await makeCatalog(site, app.user.id)
  const [song, album, loose, person] = [
    `tr-${first.id}`,
    `al-${release.id}`,
    `as-${artist.id}`,
    `ar-${artist.id}`,
  ]
  const lists =
    'random newest highest frequent recent starred alphabeticalByName alphabeticalByArtist'
      .split(' ')
      .map((type) => ({ type, size: 10 }))
  const allLists = [
    ...lists,
    ...lists.map((list) => ({ ...list, musicFolderId: 2 })),
    { type: 'byYear', fromYear: 2000, toYear: 2030 },
    { type: 'byYear', fromYear: 2030, toYear: 2000 },
    { type: 'byGenre', genre: 'folk' },
    { type: 'byGenre', genre: 'other', musicFolderId: 2 },
  ]
  const everywhere = [{}, { musicFolderId: 1 }, { musicFolderId: 2 }]
  calls = {
    ...{ ping: [{}], getLicense: [{}], tokenInfo: [{}], getMusicFolders: [{}] },
    getOpenSubsonicExtensions: [{}],
    getUser: [{}, { username: app.user.username }],
    star: [{ id: song }, { albumId: album }, { artistId: person }, { id: [song, album, person] }],
    scrobble: [{ id: song }, { id: [song, `tr-${single.id}`], time: ['1700000000000', '1'] }],
    getIndexes: everywhere,
    getMusicDirectory: [{ id: 1 }, { id: 2 }, { id: person }, { id: album }, { id: loose }],
    getArtists: everywhere,
    getArtist: [{ id: person }],
    getArtistInfo: [{ id: person }, { id: song }],
    getArtistInfo2: [{ id: person }],
    getAlbum: [{ id: album }, { id: loose }],
    getAlbumInfo: [{ id: album }, { id: song }],
    getAlbumInfo2: [{ id: album }, { id: loose }],
    getAlbumList: allLists,
    getAlbumList2: allLists,
    getSong: [{ id: song }],
    getGenres: [{}],
    getSongsByGenre: [{ genre: 'folk' }, { genre: 'other', musicFolderId: 2 }],
    getRandomSongs: [{}, { musicFolderId: 2, genre: 'folk', fromYear: 2000, toYear: 3000 }],
    getTopSongs: [{ artist: 'Ebba & Söner' }, { artistId: person }, { artist: 'Nobody' }],
    getSimilarSongs: [{ id: song }, { id: album }, { id: person }],
    getSimilarSongs2: [{ id: person }],
    search2: [{ query: '' }, { query: 'Single' }],
    search3: [
      { query: '' },
      { query: '""', musicFolderId: 2 },
      { query: 'ebba' },
      { query: 'Second', musicFolderId: 2 },
    ],
    getStarred: [{}],
    getStarred2: [{}],
    setRating: [{ id: song, rating: 5 }],
    reportPlayback: [
      { mediaId: song, mediaType: 'song', positionMs: 1000, state: 'starting' },
      { mediaId: song, mediaType: 'song', positionMs: 90_000, state: 'stopped' },
    ],
    getPlaylists: [{}],
    getPlaylist: [{ id: `pl-${playlist.id}` }],
    createPlaylist: [
      { name: 'New', songId: song },
      { playlistId: `pl-${playlist.id}`, songId: song },
    ],
    updatePlaylist: [{ playlistId: `pl-${playlist.id}`, name: 'Renamed', comment: 'Text' }],
    savePlayQueue: [{ id: [song, `tr-${single.id}`], current: song, position: 1500 }],
    getPlayQueue: [{}],
    savePlayQueueByIndex: [{ id: [song], currentIndex: 0 }],
    getPlayQueueByIndex: [{}],
    getLyrics: [{}, { artist: 'Ebba', title: 'Second' }],
    getLyricsBySongId: [{ id: song }],
    unstar: [{ id: song }, { albumId: album }, { artistId: person }],
    ...{
      getBookmarks: [{}],
      getInternetRadioStations: [{}],
      getPodcasts: [{}],
      getNewestPodcasts: [{}],
    },
    ...{ getShares: [{}], getNowPlaying: [{}], getScanStatus: [{}], getVideos: [{}] },
    deletePlaylist: [{ id: `pl-${playlist.id}` }],
  }
})

/** Methods of OpenSubsonic that the XSD does not have. */
const newMethods = [
  'tokenInfo',
  'getOpenSubsonicExtensions',
  'getPlayQueueByIndex',
  'getLyricsBySongId',
]

/** What is wrong with the responses, in JSON and in XML. The documents are validated together: xmllint starts slowly. */
async function problemsOf(caller: App, requests: [method: string, Parameters][]) {
  const problems: unknown[] = []
  const documents: string[] = []
  for (const [method, parameters] of requests) {
    const response = await caller.fetchMethod(method, parameters)
    const json = (await response.json()) as { 'subsonic-response': { status: string } }
    const schema = (schemas.methods as Record<string, string>)[method] ?? ''
    const validate = ajv.getSchema(base + schema)
    if (!validate) throw new Error(`There is no schema for ${method}.`)
    const isValid = validate(json) && json['subsonic-response'].status === 'ok'
    if (!isValid) problems.push([method, parameters, json, validate.errors])
    const xml = await (await caller.fetchMethod(method, { ...parameters, f: 'xml' })).text()
    if (!xsd) documents.push(xml)
    else if (!newMethods.includes(method)) documents.push(withoutExtensions(xml))
  }
  return [...problems, ...(await xmlErrors(documents, xsd))]
}

test('subsonic: responses of all methods are valid, by the schemas of OpenSubsonic and as XML', async () => {
  const requests = Object.entries(calls).flatMap(([method, list]) =>
    list.map((parameters): [string, Parameters] => [method, parameters]),
  )
  expect(await problemsOf(app, requests)).toEqual([])
}, 120_000)

test('subsonic: lists are valid if there is nothing on the site yet', async () => {
  const names = Object.keys(calls).filter((name) =>
    /^(get.*(s|s2|List|List2|Directory|Folders|Queue|Index)|search\d)$/.test(name),
  )
  expect(names.length).toBeGreaterThan(15)
  const requests = names.flatMap((method) =>
    (calls[method] ?? [])
      .filter(({ id, artistId }) => id === undefined && artistId === undefined)
      .map((parameters): [string, Parameters] => [method, parameters]),
  )
  const empty = await startTestSite()
  try {
    expect(await problemsOf(await startApp(empty), requests)).toEqual([])
  } finally {
    await empty.close()
  }
}, 120_000)

/** Names of OpenSubsonic that the XSD does not have. `artists` and `genres` are lists in it, without a name. */
const references = /<(artists|albumArtists|genres|recordLabels) (id|name)="[^>]*\/>/g
const elements =
  /<(replayGain|contributors|isrc|moods|releaseTypes|originalReleaseDate|releaseDate|discTitles|roles)(?=[ />])[^>]*?(\/>|>[^<]*<\/\1>)/g
const attributes =
  / (type|serverVersion|openSubsonic|samplingRate|channelCount|mediaType|bpm|comment|sortName|displayArtist|displayAlbumArtist|displayComposer|explicitStatus|isCompilation|readonly|artistImageUrl|userRating|playCount)="[^"]*"/g

const withoutExtensions = (xml: string): string =>
  xml.replaceAll(references, '').replaceAll(elements, '').replaceAll(attributes, '')

/** `PlayQueue/@current` is a string in OpenSubsonic. */
function readXsd(path: string): string {
  const text = readFileSync(path, 'utf8')
  return text.replace('name="current" type="xs:int"', 'name="current" type="xs:string"')
}
