import { loginUrl, type SignInCause } from './api-urls.ts'
import { savePendingAction } from './pending-action.ts'

let isRedirecting = false

/** Whether the page is about to be left for the sign-in page: what was typed is saved as a draft. */
export const isRedirectingToLogin = (): boolean => isRedirecting

type Options = {
  /** Time to read the toast that says why. */
  delayMs?: number
  navigate?: (url: string) => void
}

/** Opens the sign-in page, which says why and leads back to the current one, where the cause is done. */
export function redirectToLogin(cause?: SignInCause, options: Options = {}): void {
  const { delayMs = 500, navigate = (url) => location.assign(url) } = options
  isRedirecting = true
  if (cause) savePendingAction(cause)
  setTimeout(() => navigate(loginUrl(location.pathname + location.search, cause)), delayMs)
}
