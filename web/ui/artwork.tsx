import { classNames } from '#web/lib/class-names.ts'

type ArtworkProps = {
  src: string
  srcSet: string
  /** How wide it is shown, as in the `sizes` attribute, so that the browser fetches no larger one. */
  sizes: string
  className?: string
  /** In sight at once: fetched with the page instead of when scrolled to; the first ones before the others. */
  eager?: boolean | 'first'
}

/** A square sleeve. The title beside it says what it is, so it is decoration to a screen reader. */
export function Artwork({ src, srcSet, sizes, className, eager }: ArtworkProps) {
  return (
    <span
      className={classNames(
        'relative block aspect-square overflow-hidden rounded-art bg-raised shadow-(--shadow-art) after:absolute after:inset-0 after:rounded-[inherit] after:shadow-[inset_0_0_0_1px_rgb(255_244_228/0.08)]',
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
        onError={({ currentTarget }) => show(currentTarget, false)}
        onLoad={({ currentTarget }) => show(currentTarget, true)}
        className="size-full object-cover"
      />
    </span>
  )
}

/** A picture that does not come leaves the ground of the sleeve, not the browser's broken one. */
const show = (picture: HTMLImageElement, there: boolean) => {
  picture.style.opacity = there ? '' : '0'
}
