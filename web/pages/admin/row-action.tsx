import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button.tsx'

/** On narrow screens only the icon is visible. */
const iconOnlyClass =
  'max-desk:size-10 max-desk:border-transparent max-desk:bg-transparent max-desk:p-0 max-desk:hover:bg-raised max-desk:[&>svg]:ml-0 desk:[&>svg]:size-4.5'

type RowActionProps = {
  label: string
  /** The accessible name. */
  name: string
  tone: Parameters<typeof buttonClass>[0]
  icon: ReactNode
} & ({ href: string } | { onClick: () => void })

/** An action on the user or track of a row. */
export function RowAction({ label, name, tone, icon, ...target }: RowActionProps) {
  const props = {
    'aria-label': name,
    className: `${buttonClass(tone, 'small')} ${iconOnlyClass}`,
    children: (
      <>
        {icon}
        <span className="max-desk:hidden">{label}</span>
      </>
    ),
  }
  if ('href' in target) return <Link {...target} {...props} />
  return <button type="button" {...target} {...props} />
}
