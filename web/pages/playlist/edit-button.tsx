import { Pencil } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

export function EditButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button {...props}>
      <Pencil aria-hidden="true" />
      Edit
    </Button>
  )
}
