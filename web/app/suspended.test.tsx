import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { setLegalLinks } from '#web/lib/brand.ts'
import { Suspended } from './suspended.tsx'

test('suspended: the reason is shown, and the contact of the host where there is one', () => {
  onTestFinished(() => setLegalLinks())
  setLegalLinks({ contact: 'mailto:help@example.org' })
  const { unmount } = render(<Suspended reason="Spam, again" />)
  expect(screen.getByText('Reason: Spam, again')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe(
    'mailto:help@example.org',
  )
  unmount()
  setLegalLinks()
  render(<Suspended reason="" />)
  expect(screen.queryByText(/^Reason/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Contact' })).toBeNull()
  expect(screen.getByText(/write to the people who run Soundpost\.$/)).toBeTruthy()
})
