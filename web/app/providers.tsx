import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, StrictMode } from 'react'
import { PlayerProvider } from '#web/features/player/use-player.ts'
import { SessionProvider } from '#web/features/session/session-provider.tsx'
import type { ThemeStore } from '#web/features/theme/theme.ts'
import { ThemeProvider } from '#web/features/theme/use-theme.tsx'
import type { ToastStore } from '#web/ui/toast/toast-store.ts'
import { ToastProvider } from '#web/ui/toast/toast-store.ts'
import { App } from './app.tsx'

type ProvidersProps = {
  queryClient: QueryClient
  theme: ThemeStore
  toasts: ToastStore
  player: ComponentProps<typeof PlayerProvider>['value']
}

/** The app with its context providers. */
export function Providers({ queryClient, theme, toasts, player }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider value={theme}>
          <ToastProvider value={toasts}>
            <PlayerProvider value={player}>
              <SessionProvider>
                <App />
              </SessionProvider>
            </PlayerProvider>
          </ToastProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
