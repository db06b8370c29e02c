import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type ActionButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** What it does, and to what: begins with the words that are seen. */
  label: string
  icon: ReactNode
  /** The words are there on a phone, too. */
  labelOnPhones?: boolean
}

/** A quiet button with an icon and a word; on a phone the icon alone. */
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
