import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { testTrack } from '#web/features/player/test-track.ts'
import { renderPage } from './entry-server.tsx'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function renderAndRelease(): Promise<WeakRef<Track>> {
  const track = testTrack('ferry', { title: 'Ferry & <Harbour>', slug: 'ferry' })
  const markup = await renderPage({ brandName: 'Soundpost', path: '/track/ferry', track })
  expect(markup.includes('Ferry &amp; &lt;Harbour&gt;</h1>')).toBe(true)
  return new WeakRef(track)
}

test('server-side rendering: it retains no data of rendered pages', async () => {
  const first = await renderAndRelease()
  // React itself may still hold a reference to the last one.
  await renderAndRelease()
  await expect
    .poll(() => {
      collectGarbage()
      return first.deref()?.title
    })
    .toBeUndefined()
})
