import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFooter } from './dialog.tsx'
import { useUnsavedForm } from './form-dialog.tsx'

type DialogFormProps = {
  onSubmit: FormEventHandler
  /** Whether it differs from what is saved. */
  isDirty: boolean
  isPending: boolean
  submit: string
  /** Replaces `submit` while pending. */
  pendingText: string
  back?: string
  onBack: () => void
  children: ReactNode
}

/** A form in a dialog: the fields scroll between the title and the buttons. */
export function DialogForm({ back = 'Cancel', children, ...form }: DialogFormProps) {
  useUnsavedForm(form.isDirty && !form.isPending)
  return (
    <form noValidate onSubmit={form.onSubmit} className="contents">
      <div className="fading-fields relative -mx-4 -my-5.5 grid min-h-40 gap-5.5 overflow-y-auto px-4 py-5.5">
        {children}
      </div>
      <DialogFooter>
        <Button tone="outline" isPending={form.isPending} onClick={form.onBack}>
          {back}
        </Button>
        <Button tone="primary" type="submit" isPending={form.isPending}>
          {form.isPending ? form.pendingText : form.submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
