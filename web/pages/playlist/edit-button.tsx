import { Pencil } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

type EditButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** On phones and tablets an icon. */
  compact: boolean
}

export function EditButton({ compact, ...props }: EditButtonProps) {
  return (
    <Button {...props} {...(compact && { iconOnlyBelow: 'nav' })}>
      <Pencil aria-hidden="true" />
      <span className={compact ? 'max-nav:sr-only' : undefined}>Edit</span>
    </Button>
  )
}
