import { paths } from './paths.ts'

/** Long enough to read the toast that says why. */
const delay = 500

type Page = { here: () => string; open: (address: string) => void }

const thisPage: Page = {
  here: () => location.pathname + location.search,
  open: (address) => location.assign(address),
}

/** Goes to the sign-in page in a moment, and from there back to this one. */
export function redirectToLogin({ here, open }: Page = thisPage): void {
  setTimeout(() => open(paths.login(here())), delay)
}
