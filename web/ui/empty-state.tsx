import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'
import { lazyComponent } from '#web/lib/lazy-component.ts'
import { appShellMark } from '#web/lib/use-browser-state.ts'
import { useConnectionBack } from '#web/lib/use-connection-back.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button, buttonClass } from './button.tsx'

/** Lazy: pages with content never render the illustration. */
export const LazyViolin = lazyComponent(async () => (await import('./violin.tsx')).Violin)

type EmptyStateProps = {
  variant: 'empty' | 'error'
  title: string
  text: string
  children?: ReactNode
}

/** A full-page message with an optional action. */
export function EmptyState({ variant, title, text, children }: EmptyStateProps) {
  return (
    <section className="empty-state page-width grid-cols-[minmax(0,1fr)]">
      <div className="mb-10 aspect-[627/232] w-full tablet:w-160">
        <Suspense>
          <LazyViolin variant={variant} bars={120} />
        </Suspense>
      </div>
      <h1 className="font-display text-5xl leading-tight font-extrabold tracking-display wrap-anywhere">
        {title}
      </h1>
      <p className="mt-4 max-w-120 text-lg text-muted">{text}</p>
      {children && <div className="mt-8">{children}</div>}
    </section>
  )
}

const tryAgain = 'Something went wrong. Please try again.'
const offline = 'You are offline. Tracks that are stored on this device are in your library.'

type Texts = Pick<EmptyStateProps, 'title' | 'text'>

/** For content that does not exist or that the user may not see. */
export function NotFoundState(texts: Texts) {
  return (
    <EmptyState variant="error" {...texts}>
      <Link href={paths.home} className={buttonClass('primary', 'large')}>
        Back to Home
      </Link>
    </EmptyState>
  )
}

type ErrorStateProps = { title: string; text?: string; onRetry: () => void }

/** For content that failed to load. Tries again when the connection is back. */
export function ErrorState({ onRetry, title, text = tryAgain }: ErrorStateProps) {
  // A network without a connection counts as online.
  const isOffline = useHydrated() && (navigator.onLine === false || appShellMark() !== null)
  useConnectionBack(onRetry)
  return (
    <EmptyState variant="error" title={title} text={isOffline ? offline : text}>
      <div className="flex flex-wrap justify-center gap-3">
        {isOffline && (
          <Link href={paths.libraryTab('offline')} className={buttonClass('primary', 'large')}>
            Listen offline
          </Link>
        )}
        <Button tone={isOffline ? 'secondary' : 'primary'} size="large" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </EmptyState>
  )
}
