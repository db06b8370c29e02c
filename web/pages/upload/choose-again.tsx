import { Info } from 'lucide-react'
import { chooseAgain } from '#web/features/uploads/messages.ts'

/** Beside an empty drop zone, after somebody had to sign in again. */
export function ChooseAgain() {
  return (
    <p className="flex items-center gap-1.5 text-sm text-varnish-text">
      <Info aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
      {chooseAgain}
    </p>
  )
}
