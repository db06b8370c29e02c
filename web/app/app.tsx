import { type RefObject, Suspense, useRef } from 'react'
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { isServerReachable } from './reload-once.ts'
import { NotFound, preloadPage, routes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { useRouteFocus } from './use-route-focus.ts'

const unreachable: ToastText = {
  title: 'No connection',
  text: "This page couldn't be loaded. Try again when you're back online.",
  tone: 'failure',
}

export function App() {
  const followedLink = useRef(false)
  const toasts = useToasts()
  /**
   * Keeps the current page until the next one has loaded. If its chunk is gone, there is a new
   * build.
   */
  const afterPreload: AroundNavHandler = (navigate, to, options) => {
    preloadPage(to).then(
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
        <Shell>
          <Pages followedLink={followedLink} />
        </Shell>
      </ErrorBoundary>
    </Router>
  )
}

function Pages({ followedLink }: { followedLink: RefObject<boolean> }) {
  const [path] = useLocation()
  useRouteFocus(followedLink)
  return (
    <ErrorBoundary key={path}>
      <Suspense>
        <Switch>
          {routes.map((route) => (
            <Route key={route.path} path={route.path} component={route.page} />
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
