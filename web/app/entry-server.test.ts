import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { setFetch } from '#web/api/client.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { renderPage } from './entry-server.tsx'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// The files of a worker share the client, which rendering has changed.
afterAll(() => setFetch((url, init) => fetch(url, init)))

/** Renders a page whose API responds with these bodies, and 404 to anything else. */
function render(path: string, api: Record<string, unknown>, isSignedIn = false) {
  return renderPage({
    brandName: 'Soundpost',
    legal: {},
    features: [],
    path,
    search: '',
    isSignedIn,
    fetch: async (url) => {
      const body = api[url.split('?')[0] ?? '']
      return body ? Response.json(body) : Response.json({}, { status: 404 })
    },
  })
}

const track = testTrack('ferry', { title: 'Ferry & <Harbour>', slug: 'ferry' })
const api = { '/api/tracks/slug/ferry': track, '/api/tracks': [track] }

test('server-side rendering: a page has its content, its data and what its head describes', async () => {
  const { content, html, data, source } = await render('/track/ferry', api)
  expect(html).toContain('Ferry &amp; &lt;Harbour&gt;</h1>')
  expect(html).toContain('<noscript><audio')
  expect(content).toEqual({ kind: 'track', track })
  expect(JSON.stringify(data)).toContain('Ferry & <Harbour>')
  expect(source).toBe('pages/track/track-page.tsx')
})

test('server-side rendering: a page carries its own description, and none of the tracks in its lists', async () => {
  const listed = testTrack('salt', { description: 'Of a list' })
  const described = { ...track, description: 'Of the page', credits: [] }
  const { data } = await render('/track/ferry', {
    ...{ '/api/tracks/slug/ferry': described, '/api/tracks': [listed] },
  })
  const json = JSON.stringify(data)
  expect(json).toContain('Track salt')
  expect(json).toContain('Of the page')
  expect(json).not.toContain('Of a list')
})

test('server-side rendering: no element has a style attribute, which the security policy forbids', async () => {
  const { html } = await render('/track/ferry', api)
  expect(html).not.toMatch(/<[^>]+ style=/)
})

test('server-side rendering: what does not exist is named in the page and to the server', async () => {
  const { content, html } = await render('/track/nothing', api)
  expect(content).toEqual({ kind: 'not-found', title: 'Track Not Found' })
  expect(html).toContain('Track Not Found</h1>')
})

test('server-side rendering: a page whose loader fails rejects with the response of the API', async () => {
  const failing = renderPage({
    brandName: 'Soundpost',
    legal: {},
    features: [],
    path: '/discover',
    search: '',
    isSignedIn: false,
    fetch: async () => Response.json({ message: 'Too busy' }, { status: 503 }),
  })
  await expect(failing).rejects.toMatchObject({ status: 503 })
})

test('server-side rendering: concurrent requests are answered for their own visitors', async () => {
  const titled = (title: string) => ({ '/api/tracks/slug/ferry': { ...track, title } })
  const pages = await Promise.all(
    ['One', 'Two', 'Three'].map((title) =>
      render('/track/ferry', { ...titled(title), '/api/tracks': [] }),
    ),
  )
  expect(pages.map(({ html }) => /([A-Z]\w+)<\/h1>/.exec(html)?.[1])).toEqual([
    'One',
    'Two',
    'Three',
  ])
})

test('server-side rendering: it retains no data of rendered pages', async () => {
  async function renderAndRelease() {
    const api = { '/api/tracks/slug/ferry': { ...track }, '/api/tracks': [] }
    const { content } = await render('/track/ferry', api)
    return new WeakRef(content)
  }
  const first = await renderAndRelease()
  // React itself may still hold a reference to the last one.
  await renderAndRelease()
  await expect
    .poll(() => {
      collectGarbage()
      return first.deref()?.kind
    })
    .toBeUndefined()
})
