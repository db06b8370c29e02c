import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type ActionButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The accessible name; starts with the visible label. */
  label: string
  icon: ReactNode
  /** Shows the label on phones too. */
  labelOnPhones?: boolean
}

/** A text button with an icon; on phones the icon only. */
export function ActionButton(props: ActionButtonProps) {
  const { label, icon, labelOnPhones, className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        'inline-flex min-h-9 items-center gap-2 rounded-full px-2.5 text-sm font-semibold text-muted tabular-nums transition-[background,color] hover:bg-raised hover:text-text [&>svg]:size-4.5',
        className,
      )}
      {...rest}
    >
      {icon}
      <span className={labelOnPhones ? '' : 'max-tablet:hidden'}>{children}</span>
    </button>
  )
}
