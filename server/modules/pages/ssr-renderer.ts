import type { InitialData, LegalLinks, RenderPage } from '#contract/ssr.ts'

export type SsrRenderer = (path: string, initialData: InitialData) => Promise<string>

/** Cache key of the landing page, which is the same for every visitor. */
const landing: InitialData = {}

/** Server-side rendering with a cache for shared pages, which lives as long as their data. */
export function createSsrRenderer(
  renderPage: RenderPage,
  brandName: string,
  legal?: LegalLinks,
): SsrRenderer {
  const cache = new WeakMap<object, Map<string, Promise<string>>>()
  const render = (path: string, initialData: InitialData) =>
    renderPage({ brandName, ...(legal && { legal }), path, ...initialData })

  return (path, initialData) => {
    if (initialData.track) return render(path, initialData)
    const data = initialData.discovery ?? landing
    const htmlByPath = cache.get(data) ?? new Map<string, Promise<string>>()
    cache.set(data, htmlByPath)
    const html = htmlByPath.get(path) ?? render(path, initialData)
    htmlByPath.set(path, html)
    html.catch(() => htmlByPath.delete(path))
    return html
  }
}
