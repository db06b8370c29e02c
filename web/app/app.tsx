import { type RefObject, Suspense, useRef, useSyncExternalStore } from 'react'
import { type AroundNavHandler, Route, Router, useLocation } from 'wouter'
import { useSession } from '#web/api/auth.ts'
import { suspension } from '#web/api/client.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { isServerReachable } from '#web/lib/use-connection-back.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { ErrorBoundary, LoadingFailed } from './error-boundary.tsx'
import { matchPage, NotFound } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { useRouteFocus } from './use-route-focus.ts'

const SignedIn = lazyComponent(async () => (await import('./signed-in.tsx')).SignedIn)

const Suspended = lazyComponent(async () => (await import('./suspended.tsx')).Suspended)

const unreachable: ToastText = {
  title: 'No connection',
  text: "This page couldn't be loaded. Try again when you're back online.",
  tone: 'failure',
}

/** `failed` is the HTTP status of an error that the server has rendered instead of the page. */
export function App({ failed }: { failed?: number | undefined }) {
  const followedLink = useRef(false)
  const toasts = useToasts()
  const isSignedIn = useSession().status !== 'signed-out'
  /**
   * Keeps the current page until the next one has loaded. If its chunk is gone, there is a new
   * build.
   */
  const afterPreload: AroundNavHandler = (navigate, to, options) => {
    const { component } = matchPage(to, isSignedIn)
    component.preload().then(
      () => {
        // A new query string on the same page is no navigation.
        followedLink.current = to.split(/[?#]/)[0] !== location.pathname
        navigate(to, options)
      },
      async () => {
        if (await isServerReachable()) location.assign(to)
        else toasts.show(unreachable)
      },
    )
  }
  return (
    <Router aroundNav={afterPreload}>
      <ErrorBoundary>
        <DialogHost>
          <Shell>
            <Pages failed={failed} followedLink={followedLink} isSignedIn={isSignedIn} />
          </Shell>
        </DialogHost>
      </ErrorBoundary>
    </Router>
  )
}

type PagesProps = {
  failed: number | undefined
  followedLink: RefObject<boolean>
  isSignedIn: boolean
}

function Pages({ failed, followedLink, isSignedIn }: PagesProps) {
  const [path] = useLocation()
  const first = useRef(path)
  useRouteFocus(followedLink)
  const suspended = useSyncExternalStore(suspension.subscribe, suspension.get, () => null)
  if (suspended)
    return (
      <Suspense>
        <Suspended {...suspended} />
      </Suspense>
    )
  if (failed && path === first.current) return failed === 404 ? <NotFound /> : <LoadingFailed />
  const { route, component: Page } = matchPage(path, isSignedIn)
  const content = <Page />
  return (
    <ErrorBoundary key={path}>
      <Suspense>
        <Route path={route.path}>
          {route.needsSession ? <SignedIn>{content}</SignedIn> : content}
        </Route>
      </Suspense>
    </ErrorBoundary>
  )
}
