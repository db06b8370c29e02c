import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type EditButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  /** On phones and tablets an icon. */
  compact: boolean
  icon: ReactNode
}

export function EditButton({ compact, icon, ...props }: EditButtonProps) {
  return (
    <Button {...props} {...(compact && { iconOnlyBelow: 'nav' })}>
      {icon}
      <span className={compact ? 'max-nav:sr-only' : undefined}>Edit</span>
    </Button>
  )
}
