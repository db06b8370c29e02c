import { useEffect } from 'react'
import { useToasts } from '#web/ui/toast/toast-context.ts'

/** Says that the network is gone: what waits for it looks as if it were still loading. */
export function useOfflineNotice(): void {
  const toasts = useToasts()
  useEffect(() => {
    const tell = () =>
      toasts.show({
        title: 'You are offline',
        text: 'Pages and sound go on when the network is back.',
        tone: 'failure',
      })
    addEventListener('offline', tell)
    return () => removeEventListener('offline', tell)
  }, [toasts])
}
