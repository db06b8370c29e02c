import { loginUrl } from './api-urls.ts'

/** Time to read the toast that says why. */
const delayMs = 500

type Page = { currentPath: () => string; navigate: (url: string) => void }

const browserPage: Page = {
  currentPath: () => location.pathname + location.search,
  navigate: (url) => location.assign(url),
}

/** Opens the sign-in page, which leads back to the current one. */
export function redirectToLogin({ currentPath, navigate }: Page = browserPage): void {
  setTimeout(() => navigate(loginUrl(currentPath())), delayMs)
}
