import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, setUpServer } from './test-settings.tsx'

const { calls, responses } = setUpServer()

test('notification settings: a switch pressed while another is being saved is saved after it', async () => {
  const saved = { like: true, follow: true }
  responses['GET /api/notifications/settings'] = () => Response.json({ kinds: saved, digest: null })
  const finish: (() => void)[] = []
  responses['PUT /api/notifications/settings'] = () => {
    const changes = calls.at(-1)?.body as { kinds: object } | undefined
    return new Promise<Response>((resolve) =>
      finish.push(() => {
        Object.assign(saved, changes?.kinds)
        resolve(Response.json({ kinds: saved, digest: null }))
      }),
    )
  }
  const { user } = renderPage()
  const likes = await screen.findByRole('switch', { name: 'Likes' })
  const follows = screen.getByRole('switch', { name: 'New followers' })
  await waitFor(() => expect(likes).toHaveProperty('disabled', false))
  await user.click(likes)
  await user.click(follows)
  const states = () => [likes, follows].map((item) => item.getAttribute('aria-checked'))
  expect(states()).toEqual(['false', 'false'])
  for (const index of [0, 1]) {
    await waitFor(() => expect(finish[index]).toBeTruthy())
    finish[index]?.()
  }
  await waitFor(() => expect(saved).toEqual({ like: false, follow: false }))
  expect(states()).toEqual(['false', 'false'])
})

test('notification settings: where reposts are off, they have no switch', async () => {
  responses['GET /api/notifications/settings'] = () => Response.json({ kinds: {}, digest: null })
  renderPage()
  await screen.findByRole('switch', { name: 'Likes' })
  expect(screen.queryByRole('switch', { name: 'Reposts' })).toBeNull()
})
