import { expect, test } from 'vitest'
import type { Caller } from './testing/app.ts'
import { makeTrack, makeUser } from './testing/factories.ts'
import { fixture } from './testing/sample-files.ts'
import { setUpTestSite } from './testing/set-up.ts'
import { startApp } from './testing/subsonic.ts'

const site = setUpTestSite()
const open = setUpTestSite({ env: { AI_TRAINING: 'allow' } })

async function headersOf(call: Caller, path: string) {
  const { headers } = await call('GET', path)
  return [headers.get('tdm-reservation'), headers.get('x-robots-tag')]
}
const denied = ['1', 'noai, noimageai']

async function newTrack({ db, store }: typeof site) {
  const track = await makeTrack(db, (await makeUser(db)).id)
  const key = track.audioPath.slice('/objects/'.length)
  await store.write(key, fixture('tone.mp3'), { contentType: 'audio/mpeg' })
  return track
}

test('AI training: pages, images and audio refuse it, also in music apps, the API says nothing', async () => {
  const { id, slug } = await newTrack(site)
  const headers = (path: string) => headersOf(site.visitor, path)
  expect(await headers(`/track/${slug}`)).toEqual(denied)
  expect(await headers(`/api/tracks/${id}/artwork`)).toEqual(denied)
  expect(await headers(`/api/tracks/${id}/audio`)).toEqual(denied)
  expect(await headers(`/square-images/track/${id}.jpg?size=96`)).toEqual(denied)
  expect(await headers(`/api/tracks/slug/${slug}`)).toEqual([null, null])
  const app = await startApp(site)
  for (const method of ['stream', 'download', 'getCoverArt'])
    expect(await headers(app.url(method, { id: `tr-${id}` }))).toEqual(denied)
  expect(await headers('/rest/getOpenSubsonicExtensions')).toEqual([null, null])
})

test('AI training: a host who allows it says nothing anywhere', async () => {
  const { id, slug } = await newTrack(open)
  const headers = (path: string) => headersOf(open.visitor, path)
  expect(await headers(`/track/${slug}`)).toEqual([null, null])
  expect(await headers(`/api/tracks/${id}/audio`)).toEqual([null, null])
  expect(await (await open.visitor('GET', '/robots.txt')).text()).not.toContain('GPTBot')
})
