import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testTrack } from '#web/features/player/test-track.ts'
import { sendAudio } from './send-audio.ts'
import { SingleUpload } from './single-upload.tsx'
import { hashOf } from './stored-file.ts'
import { createDraftStore } from './upload-draft.ts'

vi.mock('./send-audio.ts', { spy: true })

const artist = { id: 'ines', displayName: 'Ines' } as CurrentUser

test('single upload: a file that the user has published is pointed out with a link, and can be sent again', async () => {
  vi.mocked(sendAudio).mockImplementation(async ({ name }) => `/objects/${name}`)
  const file = new File(['One'], '01 - One.mp3', { type: 'audio/mpeg' })
  const track = { id: 'old', slug: 'old', title: 'Old One', createdAt: '2026-05-03T12:00:00Z' }
  const contentHash = (await hashOf(file)) ?? ''
  const earlier = [{ size: file.size, contentHash, fileName: null, track }]
  const onSaved = vi.fn()
  const { user } = renderWithProviders(
    <SingleUpload
      user={artist}
      store={createDraftStore(new Map())}
      sharedFile={undefined}
      isShareFailed={false}
      onCancel={() => {}}
      onSending={() => {}}
      onSessionExpired={() => {}}
      onSaved={onSaved}
    />,
    {
      handlers: {
        'GET /api/objects/published': () => Response.json(earlier),
        'POST /api/tracks': () =>
          Response.json(testTrack('new', { title: 'One', slug: 'one' }), { status: 201 }),
      },
    },
  )
  await user.upload(screen.getByLabelText('Audio file'), file)
  expect(await screen.findByText(/^You published this on .*2026:/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Old One' }).getAttribute('href')).toBe('/track/old')
  expect(await screen.findByDisplayValue('One')).toBeTruthy()
  await screen.findByRole('button', { name: 'Remove 01 - One.mp3' })
  await user.click(screen.getByRole('button', { name: 'Save track' }))
  await vi.waitFor(() =>
    expect(onSaved).toHaveBeenCalledWith({
      text: '“One” is uploaded.',
      link: 'View track',
      href: '/track/one',
    }),
  )
})
