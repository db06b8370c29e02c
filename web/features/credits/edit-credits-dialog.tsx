import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { type Credit, newCredits } from '#contract/credits.ts'
import * as routes from '#contract/routes.ts'
import { onTrackUpdated } from '#web/api/cache-updates.ts'
import { request, serverMessage } from '#web/api/client.ts'
import { playlistQuery, refetchPlaylists } from '#web/api/playlists.ts'
import { trackQuery } from '#web/api/tracks.ts'
import { draftKeys } from '#web/lib/draft-keys.ts'
import { DialogForm, GuardedDialog } from '#web/ui/form-dialog.tsx'
import { useDraftForm } from '#web/ui/use-draft-form.ts'
import { CreditRows, type CreditValue, noCredit } from './credit-rows.tsx'

const schema = z.object({ credits: newCredits })
export type CreditValues = z.input<typeof schema>

type Item = { id: string; slug: string; title: string; userId: string }
type EditCreditsDialogProps = { kind: 'track' | 'playlist'; item: Item; onClose: () => void }

/** Of a track or release. Lists do not have the credits: they are loaded first. */
export function EditCreditsDialog({ kind, item, onClose }: EditCreditsDialogProps) {
  const track = useQuery({ ...trackQuery(item.slug), enabled: kind === 'track' })
  const playlist = useQuery({ ...playlistQuery(item.slug), enabled: kind === 'playlist' })
  const credits = kind === 'track' ? track.data?.credits : playlist.data?.credits
  return (
    <GuardedDialog
      title="Credits"
      text="Who made it. Members of the site are linked once they have accepted."
      onClose={onClose}
    >
      {credits ? (
        <CreditsForm kind={kind} item={item} credits={credits} onClose={onClose} />
      ) : (
        <p role="status" className="text-muted">
          {track.isError || playlist.isError ? 'Credits could not be loaded.' : 'Loading…'}
        </p>
      )}
    </GuardedDialog>
  )
}

type CreditsFormProps = EditCreditsDialogProps & { credits: Credit[] }

function CreditsForm({ kind, item, credits, onClose }: CreditsFormProps) {
  const saved = credits.map(({ role, name, userId = null }) => ({ role, name, userId }))
  const form = useDraftForm(schema, {
    key: draftKeys.credits(item),
    values: { credits: saved.length > 0 ? saved : [noCredit] },
  })
  const { handleSubmit, isDirty, keepDraft } = form
  const save = useSaveCredits({ kind, item, onClose, onSessionExpired: keepDraft })
  const statusOf = ({ name, userId }: CreditValue) =>
    credits.find((credit) => userId && credit.userId === userId && credit.name === name)?.status
  return (
    <DialogForm
      isDirty={isDirty}
      isPending={save.isPending}
      onClose={onClose}
      onSubmit={handleSubmit((valid) => save.mutate(valid))}
    >
      <FormProvider {...form}>
        <CreditRows statusOf={statusOf} />
      </FormProvider>
    </DialogForm>
  )
}

type SaveOptions = EditCreditsDialogProps & { onSessionExpired: () => void }

function useSaveCredits({ kind, item, onClose, onSessionExpired }: SaveOptions) {
  const queryClient = useQueryClient()
  const params = { id: item.id }
  return useMutation({
    mutationFn: async (body: z.output<typeof schema>) => {
      if (kind === 'track') {
        const track = await request(routes.updateTrack, { params, body })
        void onTrackUpdated(queryClient, track)
      } else {
        await request(routes.updatePlaylist, { params, body })
        await refetchPlaylists(queryClient, item.userId)
      }
    },
    meta: {
      done: { title: 'Credits updated' },
      onFailure: (error) => ({ title: 'Failed to update credits', text: serverMessage(error) }),
      onSessionExpired,
    },
    onSuccess: onClose,
  })
}
