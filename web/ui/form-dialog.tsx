import {
  type ComponentProps,
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useNavigationGuard } from '#web/lib/use-navigation-guard.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type IsUnsaved = RefObject<() => boolean>
const UnsavedContext = createContext<IsUnsaved | null>(null)

/** A dialog with a form: Escape, a click outside, Close and Back ask before typed text is lost. */
export function FormDialog({ onClose, children, ...dialog }: ComponentProps<typeof Dialog>) {
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
          pendingText="Discard"
          cancel="Keep editing"
          isPending={false}
          onConfirm={discard}
          onClose={keepEditing}
        />
      )}
    </>
  )
}

/** Reports to the dialog around a form whether closing it would lose typed text. */
export function useUnsavedForm(isUnsaved: boolean): void {
  const dialog = useContext(UnsavedContext)
  useEffect(() => {
    if (!dialog) return
    dialog.current = () => isUnsaved
    return () => {
      dialog.current = () => false
    }
  }, [dialog, isUnsaved])
}
