import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.ts'

/** A page in its own chunk. */
export type LazyPage = ComponentType & { preload: () => Promise<unknown> }

/**
 * Renders synchronously once its chunk is loaded, so that a preloaded page never shows its loading
 * state.
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

/** After a deployment the old chunks are gone: loads the new build. */
function reloadForNewBuild(error: unknown): never {
  void reloadOnce()
  throw error
}
