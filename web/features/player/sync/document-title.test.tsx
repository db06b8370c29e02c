import { beforeEach, expect, test, vi } from 'vitest'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { connectDocumentTitle } from './document-title.ts'

const track = testTrack('a', { title: 'Night Market' })
const playing = '▶ Night Market – Low Tide Choir'

beforeEach(() => {
  vi.useFakeTimers()
  document.title = 'Discover · Soundpost'
})

function setUp() {
  const { player, emit } = testPlayer()
  connectDocumentTitle(player)
  player.playTrack(track)
  emit('playing')
  return { player, emit }
}

test('document title: it shows the playing track, and the title of the page after a pause', () => {
  const { player, emit } = setUp()
  expect(document.title).toBe(playing)
  player.toggle()
  expect(document.title).toBe('Discover · Soundpost')
  emit('playing')
  expect(document.title).toBe(playing)
  player.stop()
  expect(document.title).toBe('Discover · Soundpost')
})

test('document title: a page opened during playback shows its own title first', async () => {
  const { player } = setUp()
  document.title = 'Upload · Soundpost'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(document.title).toBe('Upload · Soundpost')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(document.title).toBe(playing)
  player.toggle()
  expect(document.title).toBe('Upload · Soundpost')
})

test('document title: other changes of the head do not change it', async () => {
  const { player } = setUp()
  document.head.append(document.createElement('link'))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(document.title).toBe(playing)
  player.toggle()
  expect(document.title).toBe('Discover · Soundpost')
})
