import { type ComponentType, lazy } from 'react'

/**
 * A part whose code comes after the page. When it does not come, as after a deployment that took
 * the old files away, the page stands without it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onMissing?: () => void,
): ComponentType<Props> {
  if (import.meta.env.SSR) return LeftOut
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

/**
 * The server draws what is seen first, and in place of these what stands there until they come. It
 * must not wait for them: whatever waits for something that never comes is kept for good.
 */
function LeftOut(): never {
  throw new Error('This part comes with the code.')
}

function Nothing() {
  return null
}
