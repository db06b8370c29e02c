import { useState } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type AvatarProps = {
  imageUrl: string | null
  /** The letter shown when there is no picture, or it does not load. */
  letter: string
  size?: 'small' | 'normal'
}

/** Decoration: whatever stands around it names the person. */
export function Avatar({ imageUrl, letter, size = 'normal' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-varnish-soft font-display leading-none font-bold text-varnish-text',
        size === 'small' ? 'size-9 text-md' : 'size-11 text-lg',
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
