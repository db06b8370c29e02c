import { createContext, useContext } from 'react'
import type { CurrentUser } from '#contract/auth.ts'

type ViewerState = {
  /** The signed-in user; null for a visitor, undefined while it is not known. */
  viewer: CurrentUser | null | undefined
  /** Whether the server has not responded yet. */
  isPending: boolean
}

const ViewerContext = createContext<ViewerState | null>(null)
export const ViewerProvider = ViewerContext.Provider

export function useViewerState(): ViewerState {
  const state = useContext(ViewerContext)
  if (!state) throw new Error('useViewer needs a ViewerProvider above it')
  return state
}

/** The signed-in user; null for a visitor, undefined while it is not known. */
export function useViewer(): ViewerState['viewer'] {
  return useViewerState().viewer
}
