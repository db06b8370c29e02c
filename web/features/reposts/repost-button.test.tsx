import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, renderWithProviders } from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { RepostButton } from './repost-button.tsx'

const item = { id: 'hinge', title: 'Hinge', userId: 'artist' }

test('repost button: it shows no zero, and a repost by its state and count, without a toast', async () => {
  const { user, toasts, queryClient } = renderWithProviders(
    <RepostButton kind="track" item={item} />,
    {
      handlers: {
        'GET /api/auth/user': json({ ...testUser({ id: 'me' }), isAdmin: false }),
        'GET /api/tracks/hinge/repost': json({ reposted: false, repostCount: 0 }),
        'PUT /api/tracks/hinge/repost': json({ reposted: true, repostCount: 1 }),
      },
    },
  )
  const button = screen.getByRole('button')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(button.textContent?.trim()).toBe('Repost Hinge')
  await user.click(button)
  await waitFor(() => expect(button.textContent).toBe('Repost Hinge 1'))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(toasts.get()).toBeNull()
})
