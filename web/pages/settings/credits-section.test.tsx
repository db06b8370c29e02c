import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  json,
  renderWithProviders,
  status,
} from '#web/components/testing/render-with-providers.tsx'
import { testUser } from '#web/components/testing/test-users.ts'
import { CreditsRow } from './credits-section.tsx'

const item = { kind: 'track', id: 'hinge', slug: 'hinge', title: 'Hinge', user: testUser() }
const cello = { id: 'cello', role: 'Cello', name: 'Nara', status: 'pending', item }

test('own credits: a member accepts or refuses to be linked', async () => {
  const { requests } = renderWithProviders(<CreditsRow />, {
    handlers: {
      'GET /api/account/credits': json([cello]),
      'PUT /api/account/credits/cello': status(204),
    },
  })
  const decisions = () => requests.filter(({ call }) => call.startsWith('PUT'))
  fireEvent.click(await screen.findByRole('button', { name: 'Accept: Cello on Hinge' }))
  await waitFor(() => expect(decisions().at(-1)?.body).toEqual({ accepted: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse: Cello on Hinge' }))
  await waitFor(() => expect(decisions().at(-1)?.body).toEqual({ accepted: false }))
})
