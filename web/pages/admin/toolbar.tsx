import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type ToolbarProps = { title: string; text?: string | undefined; children?: ReactNode }

/** The heading of a tab, with actions on the right. */
export function Toolbar({ title, text, children }: ToolbarProps) {
  return (
    <div className="mt-7 mb-5 flex flex-wrap items-end justify-between gap-5 tablet:mt-9">
      <div>
        <h2 className="font-display text-3xl leading-display font-bold">{title}</h2>
        {text && <p className="mt-1.5 text-muted tabular-nums">{text}</p>}
      </div>
      {children && (
        <div className="flex w-full flex-wrap items-center gap-3 tablet:w-auto tablet:flex-nowrap">
          {children}
        </div>
      )}
    </div>
  )
}

type ExportButtonProps = {
  label: string
  isPending: boolean
  disabled?: boolean
  onClick: () => void
}

export function ExportButton({ label, isPending, disabled, onClick }: ExportButtonProps) {
  return (
    <Button disabled={disabled} isPending={isPending} onClick={onClick}>
      <Download aria-hidden="true" />
      {isPending ? 'Exporting...' : label}
    </Button>
  )
}
