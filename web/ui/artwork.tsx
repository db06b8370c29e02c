import { classNames } from '#web/lib/class-names.ts'

type ArtworkProps = {
  src: string
  srcSet: string
  /** The `sizes` attribute: lets the browser fetch the smallest sufficient width. */
  sizes: string
  className?: string
  /** With rounder corners. */
  large?: boolean
  /** Visible on load: not lazy-loaded. `first`: with high fetch priority. */
  eager?: boolean | 'first'
}

/** Around a cover above its title: where the window is wide and low, the title stays in sight. */
export const coverAboveClass = 'max-tablet:min-[30rem]:max-w-[45svh]'

/** A square cover. Decorative: the title beside it names it for screen readers. */
export function Artwork({ src, srcSet, sizes, className, large, eager }: ArtworkProps) {
  return (
    <span
      className={classNames(
        'relative block aspect-square overflow-hidden bg-raised shadow-(--shadow-art) after:absolute after:inset-0 after:rounded-[inherit] after:shadow-[inset_0_0_0_1px_rgb(255_244_228/0.08)]',
        large ? 'rounded-art-lg' : 'rounded-art',
        className,
      )}
    >
      <img
        alt=""
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager === 'first' ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        onError={({ currentTarget }) => setVisible(currentTarget, false)}
        onLoad={({ currentTarget }) => setVisible(currentTarget, true)}
        className="size-full object-cover"
      />
    </span>
  )
}

/**
 * Hides an image that fails to load, so that the background shows instead of the broken-image
 * icon.
 */
const setVisible = (image: HTMLImageElement, visible: boolean) => {
  image.style.opacity = visible ? '' : '0'
}
