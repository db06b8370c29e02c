import { useState } from 'react'
import { avatarUrl } from '#web/lib/api-urls.ts'
import { classNames } from '#web/lib/class-names.ts'
import { avatarInitial } from '#web/lib/display-name.ts'

type AvatarProps = {
  user: {
    id: string
    profileImageUrl: string | null
    displayName: string | null
    firstName: string | null
  }
  size?: 'small' | 'normal' | 'tile' | 'hero'
}

const sizes = {
  small: 'size-9 text-md',
  normal: 'size-11 text-lg',
  tile: 'aspect-square w-full text-[clamp(3rem,6vw,5rem)]',
  hero: 'size-31 text-[3.5rem] shadow-[0_0_0_4px_var(--color-bg),0_0_0_5px_var(--color-line-strong),var(--shadow-art)] tablet:size-52 tablet:text-[5rem]',
}
const imageWidths = { small: 96, normal: 96, tile: 384, hero: 384 } as const

/**
 * A user's avatar, the same wherever the user is shown: the profile image, or else the initial on
 * a generated image. Decorative: the text around it names the user.
 */
export function Avatar({ user, size = 'normal' }: AvatarProps) {
  const imageUrl = avatarUrl(user, imageWidths[size])
  const [broken, setBroken] = useState<string | null>(null)
  const isBroken = imageUrl === broken
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-display leading-none font-bold text-primary-text',
        sizes[size],
      )}
    >
      {!isBroken && (
        <img
          src={imageUrl}
          alt=""
          onError={() => setBroken(imageUrl)}
          className="absolute size-full object-cover"
        />
      )}
      {(isBroken || !user.profileImageUrl) && (
        <span
          className={classNames(
            'absolute inset-0 grid place-items-center',
            !isBroken && 'bg-[rgb(10_7_5/0.42)] text-on-shade',
          )}
        >
          {avatarInitial(user)}
        </span>
      )}
    </span>
  )
}
