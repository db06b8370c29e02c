import { type ComponentType, lazy } from 'react'

/**
 * `React.lazy` for components that the page can do without: where the chunk is missing, as after a
 * deployment that deleted the old files, nothing is rendered.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: () => void,
): ComponentType<Props> {
  const loadOrNothing = async () => {
    try {
      return { default: await load().catch(retryOnline(load)) }
    } catch {
      onMissing?.()
      return { default: Empty }
    }
  }
  return lazy(() => {
    const loading = loadOrNothing()
    allLoaded = Promise.all([allLoaded, loading])
    return loading
  })
}

let allLoaded: Promise<unknown> | undefined

/** Resolves once all that were to be rendered are loaded. */
export async function lazyComponentsLoaded(): Promise<void> {
  let seen: unknown
  while (seen !== allLoaded) {
    seen = allLoaded
    await seen
  }
}

/** Offline, the chunk is not missing: loads it when the network is back. */
const retryOnline =
  <Loaded>(load: () => Promise<Loaded>) =>
  async (error: unknown): Promise<Loaded> => {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return load()
  }

function Empty() {
  return null
}
