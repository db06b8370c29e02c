import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/api/auth.ts'
import { testManagedUser } from '#web/components/testing/test-users.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import { createThemeStore } from '#web/features/theme/theme.ts'
import { ThemeProvider } from '#web/features/theme/use-theme.ts'
import { MobileMenu } from './mobile-menu.tsx'

afterEach(() => {
  window.installPrompt = undefined
})

function renderMenu(user: CurrentUser | null = null) {
  const theme = createThemeStore({
    storage: { get: () => null, set() {} },
    systemIsLight: matchMedia('(prefers-color-scheme: light)'),
    onOtherTab: () => {},
    apply: () => {},
  })
  const queryClient = new QueryClient()
  queryClient.setQueryDefaults(currentUserQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider value={theme}>
        <SessionProvider>
          <MobileMenu />
        </SessionProvider>
      </ThemeProvider>
    </QueryClientProvider>,
  )
}

const installButton = () => screen.queryByRole('button', { name: 'Install app' })

/** As `bootstrap.js` stores it. */
function offerInstallation() {
  const prompt = vi.fn(async () => ({}))
  window.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt })
  return prompt
}

test("mobile menu: 'Install app' opens the browser's dialog, and is there only while the browser offers it", async () => {
  renderMenu()
  expect(installButton()).toBeNull()
  const prompt = offerInstallation()
  act(() => void dispatchEvent(new Event('beforeinstallprompt')))
  const button = installButton()
  expect(button).not.toBeNull()
  if (button) await userEvent.click(button)
  expect(prompt).toHaveBeenCalledOnce()
  expect(installButton()).toBeNull()
})

test("mobile menu: 'Install app' is there for an earlier offer, and goes once the app is installed", () => {
  offerInstallation()
  renderMenu()
  expect(installButton()).not.toBeNull()
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(installButton()).toBeNull()
})

const hasLink = (name: string) => screen.queryByRole('link', { name }) !== null

test('mobile menu: it has what the bar at the bottom lacks, and the profile by its name', () => {
  renderMenu(testManagedUser({ displayName: 'Ines Calder', isAdmin: true }))
  const here = ['Ines Calder', 'Notifications', 'Settings', 'Dashboard', 'Logout']
  expect(here.filter((name) => !hasLink(name))).toEqual([])
  expect(screen.getAllByRole('link')).toHaveLength(here.length)
})

test('mobile menu: visitors discover, sign in and create an account', () => {
  renderMenu()
  expect(['Discover', 'Sign In', 'Create Account'].filter((name) => !hasLink(name))).toEqual([])
})
