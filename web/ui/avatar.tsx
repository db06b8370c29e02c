import { useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type AvatarProps = {
  imageUrl: string | null
  /** Fallback when there is no image or it does not load. */
  letter: string
  size?: 'small' | 'normal' | 'hero'
}

const sizes = {
  small: 'size-9 text-md',
  normal: 'size-11 text-lg',
  hero: 'size-31 text-[3.5rem] shadow-[0_0_0_4px_var(--color-bg),0_0_0_5px_var(--color-line-strong),var(--shadow-art)] tablet:size-52 tablet:text-[5rem]',
}

/** Decorative: the text around it names the user. */
export function Avatar({ imageUrl, letter, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-display leading-none font-bold text-primary-text',
        sizes[size],
      )}
    >
      {imageUrl && imageUrl !== broken ? (
        <img
          src={imageUrl}
          alt=""
          onError={() => setBroken(imageUrl)}
          className="size-full object-cover"
        />
      ) : (
        letter
      )}
    </span>
  )
}
