import { useQueryClient } from '@tanstack/react-query'
import * as routes from '#contract/routes.ts'
import { request } from '#web/api/client.ts'
import { decisionEffects } from '#web/api/reports.ts'
import { ReasonDialog, suspendTexts } from '../reason-dialog.tsx'

const texts = {
  remove: { title: 'Remove', pendingText: 'Removing...', hint: 'The uploader sees it.' },
  suspend: suspendTexts,
}

type DecideDialogProps = {
  decision: keyof typeof texts
  itemId: string
  /** Of what is removed or who is suspended. */
  name: string
  onClose: () => void
  onDecided: () => void
}

/** Asks for the reason of a decision; the uploader sees it. */
export function DecideDialog({ decision, itemId, name, onClose, onDecided }: DecideDialogProps) {
  const { onSuccess, onError } = decisionEffects(useQueryClient())
  return (
    <ReasonDialog
      {...texts[decision]}
      name={name}
      send={(reason) =>
        request(routes.decideReport, { params: { id: itemId }, body: { decision, reason } })
      }
      onSuccess={(item) => {
        onDecided()
        onClose()
        return onSuccess(item)
      }}
      onError={onError}
      onClose={onClose}
    />
  )
}
