import { expect, it } from 'vitest'
import type { Discovery } from '#contract/discover.ts'
import type { RenderPage } from '#contract/ssr.ts'
import type { Track } from '#contract/tracks.ts'
import { createSsrRenderer } from './ssr-renderer.ts'

function startDrawing(fails = false) {
  const drawn: Parameters<RenderPage>[0][] = []
  const draw = createSsrRenderer(async (page) => {
    drawn.push(page)
    if (fails) throw new Error('no ink')
    return `${page.path} ${drawn.length}`
  }, 'Soundpost')
  return { draw, drawn }
}
const tracks = Array.from({ length: 20 }, (_, index) => ({ id: `id-${index}` }) as Track)
const home = (): Discovery => ({ curated: tracks, recent: tracks, trending: tracks, genres: [] })

it('draws the landing page once for each of its addresses', async () => {
  const { draw } = startDrawing()
  expect(await draw('/', {})).toBe('/ 1')
  expect(await draw('/', {})).toBe('/ 1')
  expect(await draw('/welcome', {})).toBe('/welcome 2')
})

it('draws the home page anew whenever there is something new', async () => {
  const { draw } = startDrawing()
  const discovery = home()
  expect(await draw('/discover', { discovery })).toBe('/discover 1')
  expect(await draw('/discover', { discovery })).toBe('/discover 1')
  expect(await draw('/discover', { discovery: home() })).toBe('/discover 2')
})

it('draws each track as it is now', async () => {
  const { draw } = startDrawing()
  const [track] = tracks
  if (!track) throw new Error('no track')
  expect(await draw('/track/a', { track })).toBe('/track/a 1')
  expect(await draw('/track/a', { track })).toBe('/track/a 2')
})

it('tries again after a failure', async () => {
  const { draw, drawn } = startDrawing(true)
  await expect(draw('/', {})).rejects.toThrow('no ink')
  await expect(draw('/', {})).rejects.toThrow('no ink')
  expect(drawn).toHaveLength(2)
})
