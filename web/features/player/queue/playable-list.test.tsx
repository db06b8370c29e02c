import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Track } from '#contract/tracks.ts'
import { createSoundSettings } from '../engine/sound-settings.ts'
import { testPlayer } from '../test-player.ts'
import { testTrack } from '../test-track.ts'
import { PlayerProvider } from '../use-player.ts'
import { PlayableList, usePlayTrack } from './playable-list.tsx'

const tracks = ['a', 'b', 'c'].map((id) => testTrack(id, { title: id }))

function Play({ track }: { track: Track }) {
  return (
    <button type="button" onClick={usePlayTrack(track)}>
      {track.title}
    </button>
  )
}

function renderPage() {
  const { player, transport, emit } = testPlayer()
  const settings = createSoundSettings({ get: () => null, set: () => {} }, false)
  const position = { subscribe: () => () => {}, current: () => 0, duration: () => 0 }
  render(
    <PlayerProvider value={{ player, position, settings }}>
      <Play track={testTrack('single', { title: 'single' })} />
      <PlayableList tracks={tracks} source="Most Recent" next="/api/next">
        {tracks.map((track) => (
          <Play key={track.id} track={track} />
        ))}
      </PlayableList>
    </PlayerProvider>,
  )
  return {
    player,
    transport,
    emit,
    press: (name: string) => userEvent.click(screen.getByText(name)),
  }
}

test('playable list: a play button in a list plays that list from there, and toggles the current track', async () => {
  const { player, transport, emit, press } = renderPage()
  await press('b')
  expect(player.state().queue).toMatchObject({ source: 'Most Recent', index: 1 })
  expect(player.state().queue.entries).toHaveLength(3)
  expect(player.state().nextPage).toBe('/api/next')
  emit('playing')
  await press('b')
  expect(transport.pause).toHaveBeenCalledOnce()
})

test('playable list: a play button outside a list plays the single track, and playback stops at its end', async () => {
  const { player, emit, press } = renderPage()
  await press('single')
  emit('playing')
  emit('ended')
  expect(player.state()).toMatchObject({ currentTrack: { id: 'single' }, isPlaying: false })
  expect(player.state().queue).toMatchObject({ source: null, entries: { length: 1 } })
})
