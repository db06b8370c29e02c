import { loginUrl } from './api-urls.ts'
import { type PendingAction, savePendingAction } from './pending-action.ts'

let isRedirecting = false

/** Whether the page is about to be left for the sign-in page: what was typed is saved as a draft. */
export const isRedirectingToLogin = (): boolean => isRedirecting

type Options = {
  /** Time to read the toast that says why. */
  delayMs?: number
  navigate?: (url: string) => void
}

/** Opens the sign-in page, which says why and leads back to the current one, where the action is performed. */
export function redirectToLogin(action?: PendingAction, options: Options = {}): void {
  const { delayMs = 500, navigate = (url) => location.assign(url) } = options
  isRedirecting = true
  if (action) savePendingAction(action)
  setTimeout(() => navigate(loginUrl(location.pathname + location.search, action)), delayMs)
}

/** The toast for visitors: its button leads to the sign-in page and back, where the action is performed. */
export const signInRequired = (text: string, action?: PendingAction) =>
  ({
    title: 'Sign in required',
    text,
    tone: 'sign-in',
    actions: [{ label: 'Sign in', onClick: () => redirectToLogin(action, { delayMs: 0 }) }],
  }) as const
