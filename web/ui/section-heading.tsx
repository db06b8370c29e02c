import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '#web/lib/class-names.ts'

type SectionHeadingProps = {
  title: string
  subtitle: string
  /** The first section of a page, in large type. */
  lead?: boolean
  /** Renders placeholders in exactly the size of the text. */
  skeleton?: boolean
  /** Shown on the right. */
  children?: ReactNode
}

type SectionLinksProps = { href?: string | undefined; title?: string; children?: ReactNode }

/** The right side of a heading: controls, and at the edge the link to the whole list. On phones below each other. */
export function SectionLinks({ href, title, children }: SectionLinksProps) {
  return (
    <div className="flex shrink-0 items-center gap-2 max-tablet:flex-col max-tablet:items-end">
      {children}
      {href && (
        <Link
          href={href}
          className="-mr-2 rounded-full px-2 py-2 font-semibold whitespace-nowrap text-primary-text underline-offset-4 hover:underline"
        >
          See all<span className="sr-only"> {title}</span>
        </Link>
      )}
    </div>
  )
}

export function SectionHeading({ title, subtitle, lead, skeleton, children }: SectionHeadingProps) {
  const hidden = skeleton && 'shimmer w-fit rounded-art-lg text-transparent select-none'
  return (
    <div className="mb-4 flex items-start justify-between gap-6 tablet:mb-6 tablet:items-end">
      <div>
        <h2
          className={classNames(
            'font-display font-bold tracking-display',
            lead ? 'text-5xl leading-tight' : 'text-2xl leading-display tablet:text-3xl',
            hidden,
          )}
        >
          {title}
        </h2>
        <p
          className={classNames(
            lead ? 'mt-2 tablet:mt-3 tablet:text-lg' : 'mt-1.5 tablet:mt-2',
            hidden || 'text-muted',
          )}
        >
          {subtitle}
        </p>
      </div>
      {children}
    </div>
  )
}
