import { Pencil, Trash2, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { classNames } from '#web/lib/class-names.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** On narrow screens. */
const iconOnlyClass =
  'max-desk:size-10 max-desk:border-transparent max-desk:bg-transparent max-desk:p-0 max-desk:hover:bg-raised max-desk:[&>svg]:ml-0 desk:[&>svg]:size-4.5'
const labelClass = 'max-desk:hidden'

type RowActionProps = { name: string; onClick: () => void }

export function EditAction({ name, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      aria-label={`Edit ${name}`}
      onClick={onClick}
      className={classNames(buttonClass('secondary', 'small'), iconOnlyClass)}
    >
      <Pencil aria-hidden="true" />
      <span className={labelClass}>Edit</span>
    </button>
  )
}

export function DeleteAction({ name, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      aria-label={`Delete ${name}`}
      onClick={onClick}
      className={classNames(buttonClass('ghost', 'small'), iconOnlyClass, 'text-danger-text!')}
    >
      <Trash2 aria-hidden="true" />
      <span className={labelClass}>Delete</span>
    </button>
  )
}

export function ProfileAction({ name, href }: { name: string; href: string }) {
  return (
    <Link
      href={href}
      aria-label={`View Profile of ${name}`}
      className={classNames(buttonClass('ghost', 'small'), iconOnlyClass)}
    >
      <UserRound aria-hidden="true" />
      <span className={labelClass}>View Profile</span>
    </Link>
  )
}
