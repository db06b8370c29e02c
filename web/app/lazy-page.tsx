import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.ts'

/** A page in a chunk of its own. */
export type LazyPage = ComponentType & { preload: () => Promise<unknown> }

/**
 * Once its chunk is there, the page is drawn without waiting at all, so that a page which was
 * preloaded never shows the loading state for a moment.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  function preload() {
    loading ??= load().then(
      (page) => {
        loaded = page
        return page
      },
      (error: unknown) => {
        loading = undefined
        // After a deployment the old chunks are gone; the new page knows the new ones.
        reloadOnce()
        throw error
      },
    )
    return loading
  }
  const Waiting = lazy(async () => ({ default: await preload() }))
  const Page = () => {
    const Ready = loaded ?? Waiting
    return <Ready />
  }
  return Object.assign(Page, { preload })
}
