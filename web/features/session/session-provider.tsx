import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { currentUserQuery } from '#web/api/auth.ts'
import { ViewerProvider } from '#web/api/viewer.ts'
import { setSessionHint } from './use-session.ts'

/** Observes the current user once for the whole app: a page has hundreds of components that read it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data: viewer, isPending } = useQuery(currentUserQuery)
  useEffect(() => {
    if (viewer !== undefined) setSessionHint(viewer !== null)
  }, [viewer])
  const value = useMemo(() => ({ viewer, isPending }), [viewer, isPending])
  return <ViewerProvider value={value}>{children}</ViewerProvider>
}
