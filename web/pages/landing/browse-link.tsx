import { Link } from 'wouter'
import { paths } from '#contract/paths.ts'

export function BrowseLink({ className = '' }: { className?: string }) {
  return (
    <Link
      href={paths.discover}
      className={`rounded-art font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    >
      Browse without an account
    </Link>
  )
}
