import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** The ids of the tracks that are stored on this device, as soon as they have been read. */
export const storedTracks = createStore<ReadonlySet<string>>(new Set())

export const useIsStored = (id: string) =>
  useSyncExternalStore(
    storedTracks.subscribe,
    () => storedTracks.get().has(id),
    () => false,
  )
