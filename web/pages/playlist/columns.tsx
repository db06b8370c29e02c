import { classNames } from '#web/lib/class-names.ts'

/** The grid columns: title and actions on phones, more on wider screens. */
export function columnsClass(hasDragHandle: boolean): string {
  return classNames(
    'grid gap-2.5 tablet:gap-4',
    hasDragHandle
      ? 'grid-cols-[28px_48px_minmax(0,1fr)_auto] tablet:grid-cols-[28px_28px_56px_minmax(0,1fr)_56px_136px] nav:grid-cols-[28px_28px_56px_minmax(0,2.4fr)_minmax(0,1fr)_110px_56px_136px]'
      : 'grid-cols-[48px_minmax(0,1fr)_auto] tablet:grid-cols-[28px_56px_minmax(0,1fr)_56px_136px] nav:grid-cols-[28px_56px_minmax(0,2.4fr)_minmax(0,1fr)_110px_56px_136px]',
  )
}

/** Column headers, hidden on phones. */
export function ColumnHeaders({ hasDragHandle }: { hasDragHandle: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`${columnsClass(hasDragHandle)} border-b border-line pb-2.5 text-sm font-semibold text-faint max-tablet:hidden`}
    >
      {hasDragHandle && <span />}
      <span>#</span>
      <span />
      <span>Title</span>
      <span className="hidden nav:block">Genre</span>
      <span className="hidden text-right nav:block">Plays</span>
      <span className="text-right">Time</span>
    </div>
  )
}
