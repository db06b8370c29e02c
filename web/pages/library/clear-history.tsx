import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clearHistory } from '#web/api/library.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export function ClearHistory({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const clear = useMutation({
    mutationFn: () => clearHistory(queryClient),
    meta: {
      done: { title: 'History cleared' },
      onFailure: { title: 'Failed to clear history' },
    },
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title="Clear history"
      text="Are you sure you want to clear your history? This action cannot be undone."
      confirm="Clear history"
      pendingText="Clearing..."
      isPending={clear.isPending}
      onConfirm={() => clear.mutate()}
      onClose={onClose}
    />
  )
}
