import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { getTrackAudio } from '#contract/audio.ts'
import { getPlaylistCover } from '#contract/playlists.ts'
import { getTrackArtwork } from '#contract/tracks.ts'
import { getUserAvatar } from '#contract/users.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

/** Three calls of a visitor in five minutes. */
const env = { COMMENTS: 'on', METRICS_TOKEN: 'm'.repeat(32), RATE_LIMIT_SCALE: '0.01' }
const app = setUpTestApp({ env })

const image = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'no-cors',
  'sec-fetch-dest': 'image',
}
const missing = '00000000-0000-4000-8000-000000000000'
const refusal = 'This request comes from another site.'

/** What pages of other sites may show, play or call. */
const served = [
  ...[getTrackAudio, getTrackArtwork, getPlaylistCover, getUserAvatar].map(({ path }) => path),
  /[/]feed[.]xml$/,
  /^[/]embed[/]/,
  /^[/]square-images[/]/,
  /^[/]oembed$/,
  /^[/]rest[/]/,
]
const isServed = (path: string) =>
  served.some((one) => (typeof one === 'string' ? one === path : one.test(path)))

/** The paths of all routes that can be read, also those that are not in the contract. */
function readablePaths(fastify: FastifyInstance): string[] {
  const parents: string[] = []
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', label = '', methods = ''] =
        /^([│ ]*)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      parents.splice(depth, Infinity, label)
      // Fastify prints the catch-all route of a prefix that is none itself without the prefix.
      return methods.includes('GET') ? parents.join('').replace(/^[*]/, '/rest/*') : []
    })
}

test('other sites: their pages load from no route but those that serve them', async () => {
  const patterns = [...readablePaths(app.app), '/', '/track/x', '/api/x', '/oidc/x']
  expect(patterns.length).toBeGreaterThan(150)
  for (const pattern of patterns) {
    const path = pattern.replace(/:[a-zA-Z]+/g, missing).replace('*', 'x')
    const response = await app.visitor('GET', path, { headers: image })
    const isRefused = (await response.text()).includes(refusal)
    expect([pattern, isRefused]).toEqual([pattern, !isServed(pattern)])
    if (isRefused) expect(response.status).toBe(403)
  }
})

test.each([
  '/rest/x',
  '/rest/getOpenSubsonicExtensions',
  '/oembed',
  `/embed/track/${missing}`,
  `/profile/${missing}/feed.xml`,
  `/square-images/track/${missing}.jpg`,
  '/api/tracks',
  '/api/login',
  '/oidc/forgot-password',
  '/track/x',
])("other sites: what they load from %s uses up none of their visitors' limit", async (path) => {
  const load = async (headers = {}) => {
    const response = await app.visitor('GET', path, { headers, redirect: 'manual' })
    return (await response.text()).includes('Too many')
  }
  for (let i = 0; i < 20; i += 1) await load(image)
  expect(await load()).toBe(false)
})

test('other sites: music apps leave visitors their limit, also those that say nothing of it', async () => {
  for (let i = 0; i < 10; i += 1) await app.visitor('GET', '/rest/unknown')
  expect((await app.visitor('GET', '/api/tracks')).status).toBe(200)
})

const fetchHeaders = (dest: string, mode: string, site = 'cross-site') => ({
  'sec-fetch-dest': dest,
  'sec-fetch-mode': mode,
  'sec-fetch-site': site,
})
test.each([
  ['a link', fetchHeaders('document', 'navigate')],
  ['a link, through the service worker', fetchHeaders('empty', 'navigate')],
  ['a sibling host', fetchHeaders('image', 'no-cors', 'same-site')],
  ['this site', fetchHeaders('empty', 'cors', 'same-origin')],
  ['an app or a crawler', {}],
])('other sites: a request by %s is served', async (_who, headers) => {
  // Node's fetch replaces Sec-Fetch-Mode.
  expect((await app.app.inject({ url: '/healthz', headers })).statusCode).toBe(200)
})
