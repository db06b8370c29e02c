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
  const preload = async () => {
    loaded ??= await load()
    return loaded
  }
  const Suspended = lazy(async () => ({ default: await preload().catch(reloadForNewBuild) }))
  const Page = () => {
    const Ready = loaded ?? Suspended
    return <Ready />
  }
  return Object.assign(Page, { preload })
}

/** After a deployment the old chunks are gone; a new page load knows the new ones. */
function reloadForNewBuild(error: unknown): never {
  void reloadOnce()
  throw error
}
