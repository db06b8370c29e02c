import { useSyncExternalStore } from 'react'

/** Of Chromium browsers; not in TypeScript's DOM types. */
type BeforeInstallPromptEvent = Event & { prompt(): Promise<unknown> }

declare global {
  interface Window {
    /** Set by `bootstrap.js`, which is there before the event can be. */
    installPrompt?: BeforeInstallPromptEvent | undefined
  }
}

/** Fired when the browser offers to install the site, and when the offer is used or obsolete. */
const changes = ['beforeinstallprompt', 'appinstalled', 'installpromptused']

/** Opens the browser's dialog that installs the site as an app; undefined while the browser does not offer it. */
export function useInstallPrompt(): (() => void) | undefined {
  const offer = useSyncExternalStore(subscribe, () => window.installPrompt)
  return offer && (() => install(offer))
}

function install(offer: BeforeInstallPromptEvent) {
  // An event prompts once.
  reset()
  dispatchEvent(new Event('installpromptused'))
  offer.prompt().catch((error: unknown) => console.warn(error))
}

function reset() {
  window.installPrompt = undefined
}

function subscribe(onChange: () => void): () => void {
  addEventListener('appinstalled', reset)
  for (const event of changes) addEventListener(event, onChange)
  return () => {
    removeEventListener('appinstalled', reset)
    for (const event of changes) removeEventListener(event, onChange)
  }
}
