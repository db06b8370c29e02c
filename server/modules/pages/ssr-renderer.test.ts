import { expect, it } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { RenderPage } from '#contract/ssr.ts'
import type { Track } from '#contract/tracks.ts'
import { createSsrRenderer } from './ssr-renderer.ts'

function startRenderer(fails = false) {
  const rendered: Parameters<RenderPage>[0][] = []
  const render = createSsrRenderer(async (page) => {
    rendered.push(page)
    if (fails) throw new Error('render failed')
    return `${page.path} ${rendered.length}`
  }, 'Soundpost')
  return { render, rendered }
}
const tracks = Array.from({ length: 20 }, (_, index) => ({ id: `id-${index}` }) as Track)
const home = (): Discovery => ({ curated: tracks, recent: tracks, trending: tracks, genres: [] })

it('server-side rendering: the landing page is rendered once per path', async () => {
  const { render } = startRenderer()
  expect(await render('/', {})).toBe('/ 1')
  expect(await render('/', {})).toBe('/ 1')
  expect(await render('/welcome', {})).toBe('/welcome 2')
})

it('server-side rendering: the home page is rendered again when its data changes', async () => {
  const { render } = startRenderer()
  const discovery = home()
  expect(await render('/discover', { discovery })).toBe('/discover 1')
  expect(await render('/discover', { discovery })).toBe('/discover 1')
  expect(await render('/discover', { discovery: home() })).toBe('/discover 2')
})

it('server-side rendering: a track page is rendered on every request', async () => {
  const { render } = startRenderer()
  const [track] = tracks
  if (!track) throw new Error('no track')
  expect(await render('/track/a', { track })).toBe('/track/a 1')
  expect(await render('/track/a', { track })).toBe('/track/a 2')
})

it('server-side rendering: a failed render is not cached', async () => {
  const { render, rendered } = startRenderer(true)
  await expect(render('/', {})).rejects.toThrow('render failed')
  await expect(render('/', {})).rejects.toThrow('render failed')
  expect(rendered).toHaveLength(2)
})
