import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A part whose code comes after the page. When it does not come, as after a deployment that took
 * the old files away, the page stands without it.
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: () => void,
): LazyExoticComponent<ComponentType<Props>> {
  // The server draws what is seen first, and never these.
  if (import.meta.env.SSR) return lazy(() => new Promise(() => {}))
  return lazy(async () => {
    try {
      return { default: await load().catch(onceOnline(load)) }
    } catch {
      onMissing?.()
      return { default: Nothing }
    }
  })
}

/** Without a network it is not missing, only late. */
const onceOnline =
  <Part>(load: () => Promise<Part>) =>
  async (reason: unknown): Promise<Part> => {
    if (navigator.onLine) throw reason
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return load()
  }

function Nothing() {
  return null
}
