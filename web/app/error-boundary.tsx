import { Component, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Props = { children: ReactNode }

/** Catches render errors. React supports this in class components only. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        variant="error"
        title="Something went wrong"
        text="This page couldn't be displayed. Please try again."
      >
        {/* A full page load resets all state. */}
        <a href={paths.home} className={buttonClass('primary', 'large')}>
          Back to Home
        </a>
      </EmptyState>
    )
  }
}

/** What the server renders where the data of a page could not be loaded. */
export function LoadingFailed() {
  const [path] = useLocation()
  const search = useSearch()
  return (
    <EmptyState
      variant="error"
      title="Something went wrong"
      text="This page couldn't be loaded. Please try again in a moment."
    >
      {/* Loads the page again, also without JavaScript. */}
      <a href={search ? `${path}?${search}` : path} className={buttonClass('primary', 'large')}>
        Try again
      </a>
    </EmptyState>
  )
}
