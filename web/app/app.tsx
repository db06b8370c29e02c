import { Suspense } from 'react'
import { type AroundNavHandler, Route, Router, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound, preloadPage, routes } from './routes.tsx'
import { Shell } from './shell/shell.tsx'
import { useArrival } from './use-arrival.ts'

export function App() {
  return (
    <Router aroundNav={afterPreload}>
      <ErrorBoundary>
        <Shell>
          <Pages />
        </Shell>
      </ErrorBoundary>
    </Router>
  )
}

/** The page in sight stays until the next one is there. If its code is gone, so is our version. */
const afterPreload: AroundNavHandler = (navigate, to, options) => {
  preloadPage(to).then(
    () => navigate(to, options),
    () => location.assign(to),
  )
}

function Pages() {
  const [path] = useLocation()
  useArrival()
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
