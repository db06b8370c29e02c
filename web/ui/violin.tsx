import { useId } from 'react'
import { type ViolinOptions, violinSvg } from '#brand/violin.ts'
import { classNames } from '#web/lib/class-names.ts'

type ViolinProps = ViolinOptions & {
  /** `empty`: gray. `error`: gray, with the sound post fallen over. */
  variant?: 'empty' | 'error'
  className?: string
}

/** The brand illustration, decorative only. */
export function Violin({ variant, className, ...options }: ViolinProps) {
  const id = useId()
  return (
    <div
      aria-hidden="true"
      className={classNames(
        variant && 'violin-muted',
        variant === 'error' && 'violin-error',
        className,
      )}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: generated from numbers alone
      dangerouslySetInnerHTML={{ __html: violinSvg({ ...options, id }) }}
    />
  )
}
