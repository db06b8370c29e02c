import { useIsStored } from '#web/lib/stored-tracks.ts'

/** Shown where a track can be played without a network. */
export function StoredMark({ id }: { id: string }) {
  return (
    useIsStored(id) && (
      <svg role="img" aria-label="Available offline" className="stored-mark" viewBox="0 0 24 24">
        <path d="M12 17V3M6 11l6 6 6-6M19 21H5" />
      </svg>
    )
  )
}
