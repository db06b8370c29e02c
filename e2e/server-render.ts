import type { Page } from '@playwright/test'

/** Locates the server-side render, which is visible until the JavaScript has loaded. */
export const serverRender = (page: Page) => page.locator('#root > [data-ssr]')
