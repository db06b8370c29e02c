import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '#web/lib/class-names.ts'

export type ButtonTone = 'primary' | 'secondary' | 'outline' | 'ghost' | 'ghost-danger' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

const base =
  'inline-flex items-center justify-center gap-2 rounded-full border font-semibold leading-none whitespace-nowrap transition-[background,border-color,color,translate] active:translate-y-px disabled:border-transparent disabled:bg-raised disabled:bg-none disabled:text-faint disabled:opacity-100 disabled:shadow-none aria-disabled:border-transparent aria-disabled:bg-raised aria-disabled:bg-none aria-disabled:text-faint aria-disabled:shadow-none [&>svg]:size-5'

const tones: Record<ButtonTone, string> = {
  primary: 'primary-fill border-transparent',
  secondary: 'bg-raised border-line text-text hover:border-line-strong',
  outline: 'border-line-strong hover:bg-raised',
  ghost: 'border-transparent text-muted hover:text-text hover:bg-raised',
  'ghost-danger': 'border-transparent text-danger-text hover:bg-raised',
  danger: 'border-transparent bg-danger text-on-danger',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 text-sm',
  normal: 'min-h-11 text-md',
  large: 'min-h-14 text-lg',
}
const paddings: Record<ButtonSize, string> = { small: 'px-3.5', normal: 'px-5', large: 'px-7' }

const withLabel = '[&>svg]:-ml-1'
/** Below this width only the icon is visible; the caller hides the label. */
const iconBelow = {
  nav: 'max-nav:w-11 nav:px-5 nav:[&>svg]:-ml-1',
  desk: 'max-desk:w-11 desk:px-5 desk:[&>svg]:-ml-1',
}

/** Button classes for links that look like a button. */
export function buttonClass(tone: ButtonTone, size: ButtonSize = 'normal'): string {
  const padding = tone.startsWith('ghost') ? 'px-3.5' : paddings[size]
  return classNames(base, tones[tone], sizes[size], padding, withLabel)
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: ButtonTone
  size?: ButtonSize
  iconOnlyBelow?: keyof typeof iconBelow
  /** The action is in progress. Not `disabled`, which would lose the focus. */
  isPending?: boolean
}

export function Button({
  tone = 'secondary',
  size,
  iconOnlyBelow,
  isPending = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        iconOnlyBelow
          ? classNames(base, tones[tone], sizes.normal, iconBelow[iconOnlyBelow])
          : buttonClass(tone, size),
        className,
      )}
      {...(isPending && { 'aria-disabled': true })}
      {...rest}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
    />
  )
}
