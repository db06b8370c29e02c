import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, StrictMode } from 'react'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import type { ThemeStore } from '#web/features/theme/theme.ts'
import { ThemeProvider } from '#web/features/theme/use-theme.ts'
import { RenderTime } from '#web/lib/use-hydrated.ts'
import { ToastProvider, type ToastStore } from '#web/ui/toast/toast-store.ts'
import { App } from './app.tsx'

/** What the server has rendered a page with, beside its queries. */
export type FirstRender = { isSignedIn?: boolean; failed?: number; time?: number }

type ProvidersProps = {
  queryClient: QueryClient
  theme: ThemeStore
  toasts: ToastStore
  player: ComponentProps<typeof PlayerProvider>['value']
  first: FirstRender
}

/** The app with its context providers. */
export function Providers({ queryClient, theme, toasts, player, first }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider value={theme}>
          <ToastProvider value={toasts}>
            <PlayerProvider value={player}>
              <SessionProvider isExpected={first.isSignedIn}>
                <RenderTime value={first.time ?? 0}>
                  <App failed={first.failed} />
                </RenderTime>
              </SessionProvider>
            </PlayerProvider>
          </ToastProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
