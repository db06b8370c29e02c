import type { InitialData, RenderPage } from '#contract/ssr.ts'

export type SsrRenderer = (path: string, shown: InitialData) => Promise<string>

/** Cache key of the landing page, which is the same for every visitor. */
const landing: InitialData = {}

/** Server-side rendering with a cache for shared pages, which lives as long as their data. */
export function createSsrRenderer(draw: RenderPage, brandName: string): SsrRenderer {
  const kept = new WeakMap<object, Map<string, Promise<string>>>()
  const drawNow = (path: string, shown: InitialData) => draw({ brandName, path, ...shown })

  return (path, shown) => {
    if (shown.track) return drawNow(path, shown)
    const facts = shown.discovery ?? landing
    const drawings = kept.get(facts) ?? new Map<string, Promise<string>>()
    kept.set(facts, drawings)
    const drawing = drawings.get(path) ?? drawNow(path, shown)
    drawings.set(path, drawing)
    drawing.catch(() => drawings.delete(path))
    return drawing
  }
}
