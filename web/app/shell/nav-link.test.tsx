import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { NavLink } from './nav-link.tsx'

test.each([
  ['/profile/id', 'page'],
  ['/profile/maren', 'page'],
  ['/profile', 'page'],
  ['/profile/other-user', null],
  ['/genre/jazz', 'true'],
  ['/genres', null],
])('navigation: at %s the aria-current of an entry is %s', (path, current) => {
  render(
    <Router hook={memoryLocation({ path }).hook}>
      <NavLink href="/profile/id" aliases={['/profile/maren', '/profile']} also={['/genre']}>
        Entry
      </NavLink>
    </Router>,
  )
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(current)
})
