import { useId } from 'react'
import { type ViolinOptions, violinSvg } from '#contract/art/violin.ts'
import { classNames } from '#web/lib/class-names.ts'

type ViolinProps = ViolinOptions & {
  /** `silent`: grey, for empty places. `fallen`: the post has come down. */
  mood?: 'silent' | 'fallen'
  className?: string
}

/** The house picture. Decoration only. */
export function Violin({ mood, className, ...options }: ViolinProps) {
  const id = useId()
  return (
    <div
      aria-hidden="true"
      className={classNames(
        mood && 'violin-silent',
        mood === 'fallen' && 'violin-fallen',
        className,
      )}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own code from numbers alone
      dangerouslySetInnerHTML={{ __html: violinSvg({ ...options, id }) }}
    />
  )
}
