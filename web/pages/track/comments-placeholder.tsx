import { type FormEvent, useState } from 'react'
import { useSession } from '#web/api/auth.ts'
import { signInRequired } from '#web/lib/redirect-to-login.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ToastText } from '#web/ui/toast/toast-store.ts'
import { useToasts } from '#web/ui/toast/toast-store.ts'

/** A placeholder for comments: the input is disabled, posting shows a notice. */
export function CommentsPlaceholder() {
  const toasts = useToasts()
  const { user, status } = useSession()
  const [text, setText] = useState('')
  const attempt = { signedIn: status !== 'signed-out', text }
  function post(event: FormEvent) {
    event.preventDefault()
    const message = submitMessage(attempt)
    if (message) toasts.show(message)
  }
  return (
    <section>
      <h2 className="font-display text-2xl leading-heading font-bold">Comments</h2>
      <form onSubmit={post} className="mt-5 flex gap-4">
        {user && (
          <div className="hidden tablet:block">
            <Avatar user={user} />
          </div>
        )}
        <div className="grid min-w-0 flex-1 gap-3">
          <textarea
            aria-label="Comment"
            disabled
            placeholder="Coming soon"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            className="min-h-28 w-full cursor-not-allowed resize-none rounded-control border border-line bg-surface px-4 py-2.75 leading-6"
          />
          <Button
            type="submit"
            size="small"
            disabled={!canSubmit(attempt)}
            className="justify-self-end"
          >
            Post comment
          </Button>
        </div>
      </form>
    </section>
  )
}

type Attempt = { signedIn: boolean; text: string }

/** Whether the button is enabled: visitors get a notice that they must sign in. */
export function canSubmit({ signedIn, text }: Attempt): boolean {
  return !signedIn || text.trim() !== ''
}

/** The notice after posting. Nothing is sent where the host has not turned comments on. */
export function submitMessage({ signedIn, text }: Attempt): ToastText | null {
  if (!signedIn) return signInRequired('You need to sign in to comment on tracks.')
  if (text.trim() === '') return null
  return { title: 'Coming soon', text: 'Comments are not available yet.' }
}
