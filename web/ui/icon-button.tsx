import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The accessible name. */
  label: string
  /** With a border. */
  edge?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, edge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        'inline-grid size-10 shrink-0 place-items-center rounded-full text-muted transition-[background,color] hover:bg-raised hover:text-text disabled:hover:bg-transparent [&>svg]:size-5',
        edge && 'border border-line',
        className,
      )}
      {...rest}
    />
  )
}
