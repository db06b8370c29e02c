import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import {
  DialogBody,
  DialogFooter,
  dialogClass,
  dialogTitleClass,
  onEscape,
  Scrim,
  useFocusReturn,
} from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  text: string
  confirm: string
  /** Replaces `confirm` while pending. */
  pendingText?: string
  cancel?: string
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Above the buttons. */
  children?: ReactNode
}

/** Confirms a destructive action. Open while mounted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, isPending = false, onClose, ...rest } = props
  const returnFocus = useFocusReturn()
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <AlertDialog.Portal>
        <Scrim>
          <AlertDialog.Content
            aria-modal="true"
            onCloseAutoFocus={returnFocus}
            onKeyDown={onEscape(() => isPending || onClose())}
            className={dialogClass}
          >
            <DialogBody>
              <header className="relative grid shrink-0 gap-1.5">
                <AlertDialog.Title className={dialogTitleClass}>{title}</AlertDialog.Title>
                <AlertDialog.Description className="wrap-anywhere text-muted">
                  {text}
                </AlertDialog.Description>
              </header>
              {rest.children}
              <DialogFooter>
                <AlertDialog.Cancel asChild>
                  <Button tone="outline" isPending={isPending}>
                    {rest.cancel ?? 'Cancel'}
                  </Button>
                </AlertDialog.Cancel>
                <Button tone="danger" isPending={isPending} onClick={rest.onConfirm}>
                  {isPending ? rest.pendingText : rest.confirm}
                </Button>
              </DialogFooter>
            </DialogBody>
          </AlertDialog.Content>
        </Scrim>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
