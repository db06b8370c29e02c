import {
  type ComponentProps,
  createContext,
  type FormEventHandler,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'

type IsUnsaved = RefObject<() => boolean>
const UnsavedContext = createContext<IsUnsaved | null>(null)

type FormDialogProps = { title: string; text?: string } & Omit<
  ComponentProps<typeof DialogForm>,
  'back'
>

/** A dialog with one form. */
export function FormDialog({ title, text, onClose, ...form }: FormDialogProps) {
  return (
    <GuardedDialog title={title} {...(text && { text })} onClose={onClose}>
      <DialogForm {...form} onClose={onClose} />
    </GuardedDialog>
  )
}

/** A dialog around forms: Escape, a click outside, Close and Back ask before typed text is lost. */
export function GuardedDialog({ onClose, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const isUnsaved = useRef(() => false)
  const [isClosing, setClosing] = useState(false)
  const [, open] = useLocation()
  const guard = useNavigationGuard({ isBusy: () => isUnsaved.current(), open })
  function discard() {
    if (guard.isBlocked) guard.proceed()
    onClose()
  }
  function keepEditing() {
    guard.cancel()
    setClosing(false)
  }
  return (
    <>
      <Dialog {...dialog} onClose={() => (isUnsaved.current() ? setClosing(true) : onClose())}>
        <UnsavedContext value={isUnsaved}>{children}</UnsavedContext>
      </Dialog>
      {(isClosing || guard.isBlocked) && (
        <ConfirmDialog
          title="Discard changes?"
          text="Your changes will be lost if you close this now."
          confirm="Discard"
          cancel="Keep editing"
          onConfirm={discard}
          onClose={keepEditing}
        />
      )}
    </>
  )
}

type DialogFormProps = {
  onSubmit: FormEventHandler
  /** Whether it differs from what is saved. */
  isDirty: boolean
  isPending: boolean
  submit?: string
  /** Replaces `submit` while pending. */
  pendingText?: string
  back?: string
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: the fields scroll between the title and the buttons. */
export function DialogForm({ isDirty, isPending, children, ...form }: DialogFormProps) {
  const { submit = 'Save Changes', pendingText = 'Saving...', back = 'Cancel' } = form
  const isUnsaved = isDirty && !isPending
  const dialog = useContext(UnsavedContext)
  useEffect(() => {
    if (!dialog) return
    dialog.current = () => isUnsaved
    return () => {
      dialog.current = () => false
    }
  }, [dialog, isUnsaved])
  return (
    <form noValidate onSubmit={form.onSubmit} className="contents">
      <div className="fading-fields relative -mx-4 -my-5.5 grid min-h-40 gap-5.5 overflow-y-auto px-4 py-5.5">
        {children}
      </div>
      <DialogFooter>
        <Button tone="outline" isPending={isPending} onClick={form.onClose}>
          {back}
        </Button>
        <Button tone="primary" type="submit" isPending={isPending}>
          {isPending ? pendingText : submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
