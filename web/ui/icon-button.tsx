import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '#web/lib/class-names.ts'

const sizes = {
  small: 'size-8 [&>svg]:size-4.5',
  normal: 'size-10 [&>svg]:size-5',
  medium: 'size-11 [&>svg]:size-5',
  touch: 'size-11 [&>svg]:size-6',
  large: 'size-14 [&>svg]:size-5',
  /** In the expanded player. */
  mode: 'size-10 tablet:size-12 [&>svg]:size-5.5',
  skip: 'size-12 tablet:size-14 [&>svg]:size-7',
  /** With a short text. */
  text: 'h-10 min-w-10 px-2 [&>svg]:size-5',
}
const tones = {
  muted: 'text-muted hover:text-text',
  faint: 'text-faint hover:text-text',
  text: 'text-text',
  primary: 'text-primary-text',
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The accessible name. */
  label: string
  size?: keyof typeof sizes
  tone?: keyof typeof tones
  /** With a border. */
  edge?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton(props: IconButtonProps) {
  const { label, size = 'normal', tone = 'muted', edge, className, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-full transition-[background,color] hover:bg-raised disabled:hover:bg-transparent',
        sizes[size],
        tones[tone],
        edge && 'border border-line light:border-line-strong',
        className,
      )}
      {...rest}
    />
  )
}
