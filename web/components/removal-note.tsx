import { ShieldX } from 'lucide-react'
import type { Removal } from '#contract/fields.ts'

/** For the owner and administrators: no one else can open what was removed. */
export function RemovalNote({ removal }: { removal: Removal }) {
  return (
    <section
      aria-label="Removed by a moderator"
      className="mt-5 flex gap-3.5 rounded-panel border border-danger-text bg-surface p-5"
    >
      <ShieldX aria-hidden="true" className="size-6 shrink-0 text-danger-text" strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-semibold">Removed by a moderator</p>
        <p className="mt-1 wrap-anywhere whitespace-pre-line text-muted">{removal.reason}</p>
      </div>
    </section>
  )
}
