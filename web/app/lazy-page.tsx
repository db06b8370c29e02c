import { type ComponentType, lazy } from 'react'
import type { Page } from '#web/api/page.ts'
import { reloadOnce } from './reload-once.ts'

/** A page in its own chunk. */
export type LazyPage = ComponentType & { preload: () => Promise<Page> }

/**
 * Renders synchronously once its chunk is loaded, so that a preloaded page never shows its loading
 * state.
 */
export function lazyPage(load: () => Promise<{ page: Page }>): LazyPage {
  let loaded: Page | undefined
  const preload = async () => {
    loaded ??= (await load()).page
    return loaded
  }
  const Suspended = lazy(async () => {
    const { component } = await preload().catch(reloadForNewBuild)
    return { default: component }
  })
  const LoadedPage = () => {
    const Ready = loaded?.component ?? Suspended
    return <Ready />
  }
  return Object.assign(LoadedPage, { preload })
}

/** After a deployment the old chunks are gone: loads the new build. */
function reloadForNewBuild(error: unknown): never {
  void reloadOnce()
  throw error
}
