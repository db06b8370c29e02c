import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type EditButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & { icon: ReactNode }

/** On phones and tablets an icon. */
export function EditButton({ icon, ...props }: EditButtonProps) {
  return (
    <Button iconOnlyBelow="nav" {...props}>
      {icon}
      <span className="max-nav:sr-only">Edit</span>
    </Button>
  )
}
