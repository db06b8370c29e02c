import { loginUrl, type SignInCause } from './api-urls.ts'

/** Time to read the toast that says why. */
const delayMs = 500

let isRedirecting = false

/** Whether the page is about to be left for the sign-in page: what was typed is saved as a draft. */
export const isRedirectingToLogin = (): boolean => isRedirecting

type Page = { currentPath: () => string; navigate: (url: string) => void }

const browserPage: Page = {
  currentPath: () => location.pathname + location.search,
  navigate: (url) => location.assign(url),
}

/** Opens the sign-in page, which says why and leads back to the current one. */
export function redirectToLogin(cause?: SignInCause, page: Page = browserPage): void {
  const { currentPath, navigate } = page
  isRedirecting = true
  setTimeout(() => navigate(loginUrl(currentPath(), cause)), delayMs)
}
