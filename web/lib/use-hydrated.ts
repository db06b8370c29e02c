import { createContext, useSyncExternalStore } from 'react'

/**
 * False on the server and while its HTML is hydrated; true from then on. For what only the browser knows, such as its
 * time zone: the first render must be the same in both.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

const subscribe = () => () => {}

/** When the server rendered the page, in milliseconds. */
export const RenderTime = createContext(0)
