import { test as base, type Page } from '@playwright/test'

/**
 * Pages are rendered by the server, and respond once they are hydrated: `goto` waits for that. A test that mocks a
 * response of the API gets pages that the browser renders, as offline, because the server does not see the mock.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    await use(waitForHydration(page))
  },
})

function waitForHydration(page: Page): Page {
  const { goto, reload, route } = page
  let rendersInBrowser = false
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (!options?.waitUntil) await hydrated(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    if (!options?.waitUntil) await hydrated(page)
    return response
  }
  page.route = async (url, handler, options) => {
    if (!rendersInBrowser && String(url).includes('api')) {
      rendersInBrowser = true
      await route.call(page, () => true, renderInBrowser)
    }
    return route.call(page, url, handler, options)
  }
  return page
}

/** React has attached its handlers to the root and to every button, also of parts that follow. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const has = (element: Element, name: string) =>
      Object.keys(element).some((key) => key.startsWith(name))
    const root = document.getElementById('root')
    if (!root) return true
    const buttons = [...root.querySelectorAll('button')]
    return has(root, '_reactListening') && buttons.every((one) => has(one, '__reactProps'))
  })
}

type Handler = Parameters<Page['route']>[1]

const renderInBrowser: Handler = async (route, request) => {
  const { pathname, origin } = new URL(request.url())
  const isPage = request.resourceType() === 'document' && !/^\/(api|oidc|embed)\//.test(pathname)
  if (!isPage || request.method() !== 'GET') return route.fallback()
  const shell = await route.fetch({ url: `${origin}/app-shell` })
  const body = (await shell.text()).replace('<meta name="app-shell" content="yes">', '')
  await route.fulfill({ response: shell, body })
}
