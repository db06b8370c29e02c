import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/testing/app.ts'
import { type Cast, startWithCast } from '#server/testing/cast.ts'
import { makePlaylist, makeTrack, makeUpload, makeUser } from '#server/testing/factories.ts'
import { often, seed } from '../scale.ts'
import { type ApiDocument, callsOf } from './api-document.ts'
import { type FuzzRequest, type people, requestsFor } from './requests.ts'
import type { Known } from './values.ts'

const requests = often(10_000, 1000)

let cast: Cast
beforeAll(async () => {
  cast = await startWithCast()
})
afterAll(() => cast.close())

/**
 * The app under test holds every answer against the contract, so that a field which is not listed
 * comes out as a 500.
 */
test(`${requests} requests made up from the API document get only answers that it lists (seed ${seed})`, async () => {
  const document = (await (await cast.visitor('GET', '/api/openapi.json')).json()) as ApiDocument
  const calls = callsOf(document)
  const each = Math.ceil(requests / calls.length)
  for (const [index, call] of calls.entries()) {
    const known = await makeThings()
    const made = fc.sample(requestsFor(call, document, known), {
      numRuns: each,
      seed: seed + index,
    })
    const callers = await signIn()
    for (const request of made) await expectListed(request, callers[request.by])
  }
  expect((await cast.visitor('GET', '/readyz')).status).toBe(200)
}, 1_800_000)

async function expectListed({ call, address, body, by }: FuzzRequest, caller: Caller) {
  const answer = await caller(call.method, address, body === undefined ? {} : { body })
  const said = await answer.text()
  const what = `${call.method} ${address} by ${by} with ${JSON.stringify(body)}: ${answer.status} ${said}`
  expect(answer.status, what).toBeLessThan(500)
  // A path that lost its parameter is another path, or none.
  if (answer.status === 404 && said.includes('Page not found')) return
  expect(Object.keys(call.operation.responses), what).toContain(String(answer.status))
  const isJson = answer.headers.get('content-type')?.includes('json')
  if (answer.status >= 400 && isJson)
    expect(Object.keys(JSON.parse(said)), what).toEqual(['message'])
}

/** New ones for each call, for some calls delete what they are given. */
async function makeThings(): Promise<Known> {
  const { db, owner, stranger } = cast
  const friend = await makeUser(db)
  const tracks = [
    await makeTrack(db, owner.id),
    await makeTrack(db, owner.id, { privacy: 'private' }),
    await makeTrack(db, stranger.id, { privacy: 'unlisted' }),
  ]
  const playlist = await makePlaylist(
    db,
    owner.id,
    tracks.map(({ id }) => id),
  )
  const upload = await makeUpload(db, owner.id, 'audio')
  return {
    ids: [...tracks, playlist, friend].map(({ id }) => id),
    texts: [tracks[0]?.slug ?? '', playlist.slug, friend.username, upload.objectPath, 'public'],
  }
}

/** Anew for each call, for one of them logs out. */
async function signIn(): Promise<Record<(typeof people)[number], Caller>> {
  const { owner, stranger, administrator, visitor } = cast
  return {
    visitor,
    owner: await cast.as(owner),
    stranger: await cast.as(stranger),
    administrator: await cast.as(administrator),
  }
}
