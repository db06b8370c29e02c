import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectsSession, setSessionHint } from './session-provider.tsx'
import { SignInLink } from './sign-in-link.tsx'

beforeEach(() => setSessionHint(false))

function linkAt(url: string, create = false) {
  history.replaceState(null, '', url)
  render(<SignInLink create={create}>Sign In</SignInLink>)
  return screen.getByRole('link', { name: 'Sign In' })
}

test.each([
  ['/track/blue-hour', '/api/login?returnTo=%2Ftrack%2Fblue-hour'],
  ['/search?q=rock%26roll', '/api/login?returnTo=%2Fsearch%3Fq%3Drock%2526roll'],
  ['/welcome', '/api/login?returnTo=%2F'],
])('sign-in link: on %s it leads to sign-in and back', (url, href) => {
  expect(linkAt(url).getAttribute('href')).toBe(href)
})

test('sign-in link: for a new account it leads to the create-account form', () => {
  expect(linkAt('/discover', true).getAttribute('href')).toBe(
    '/api/login?returnTo=%2Fdiscover&prompt=create',
  )
})

test('sign-in link: from the name of an artist it leads to their profile', () => {
  render(<SignInLink profileOf="id-1">Low Tide Choir</SignInLink>)
  expect(screen.getByRole('link', { name: 'Low Tide Choir' }).getAttribute('href')).toBe(
    '/api/login?returnTo=%2Fprofile%2Fid-1&reason=profile&subject=id-1',
  )
})

test('sign-in link: a click makes the next page expect a session', () => {
  const link = linkAt('/')
  link.addEventListener('click', (event) => event.preventDefault())
  expect(expectsSession()).toBe(false)
  link.click()
  expect(expectsSession()).toBe(true)
})
