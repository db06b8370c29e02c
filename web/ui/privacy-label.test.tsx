import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PrivacyLabel } from './privacy-label.tsx'

test('privacy label: what a moderator removed says so instead of that it is private', () => {
  render(<PrivacyLabel item={{ privacy: 'private', isRemoved: true }} />)
  expect(screen.getByText('Removed')).toBeTruthy()
  expect(screen.queryByText('Private')).toBeNull()
})

test('privacy label: it marks private and unlisted content, and nothing for public content', () => {
  const { container, rerender } = render(<PrivacyLabel item={{ privacy: 'private' }} />)
  expect(container.textContent).toBe('Private')
  rerender(<PrivacyLabel item={{ privacy: 'unlisted' }} />)
  expect(container.textContent).toBe('Unlisted')
  rerender(<PrivacyLabel item={{ privacy: 'public' }} />)
  expect(container.textContent).toBe('')
})

test('privacy label: what is scheduled says when, and not that it is private', () => {
  const publishAt = '2031-11-25T12:00:00.000Z'
  const { container } = render(<PrivacyLabel item={{ privacy: 'private', publishAt }} />)
  expect(container.textContent).toMatch(/^Scheduled for 2[456] November 2031, \d\d:\d\d$/)
})
