import type { ToastText } from '#web/ui/toast/toast-store.ts'

type Attempt = { signedIn: boolean; text: string }

/** Whether the button can be pressed: a visitor may, and is told why nothing comes of it. */
export function canSubmit({ signedIn, text }: Attempt): boolean {
  return !signedIn || text.trim() !== ''
}

/** What a person who posts a comment is told. Nothing is sent: comments are still to come. */
export function submitMessage({ signedIn, text }: Attempt): ToastText | null {
  if (!signedIn)
    return {
      title: 'Sign in required',
      text: 'You need to sign in to comment on tracks.',
      tone: 'sign-in',
    }
  if (text.trim() === '') return null
  return { title: 'Coming soon', text: 'Comments are not open yet.' }
}
