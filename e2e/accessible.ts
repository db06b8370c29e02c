import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Asserts that axe reports no violations of the rules that it runs by default, once transitions have ended: a dialog that
 * fades in is not visible yet.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(await createAxe(page))
}

const backgrounds = { light: 'rgb(248, 243, 234)', dark: 'rgb(20, 16, 13)' } as const

/**
 * Asserts that axe reports no violations in either theme: the page follows the color scheme of the system.
 * Themes differ only in colors, so the rules that read no color run once.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await setTheme(page, 'dark')
  await expectAccessible(page)
  await setTheme(page, 'light')
  const axe = await createAxe(page)
  await expectNoViolations(axe.withRules(['color-contrast', 'link-in-text-block']))
}

async function setTheme(page: Page, colorScheme: 'dark' | 'light') {
  // Without transitions from one theme to the other.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('body')).toHaveCSS('background-color', backgrounds[colorScheme])
}

async function createAxe(page: Page): Promise<AxeBuilder> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => {})`)
  // Its 1.5 MB are parsed once for each document.
  const isLoaded = await page.evaluate(`'axe' in window`)
  return (
    new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
      .options({ resultTypes: ['violations'] })
      // Without frames to merge, axe need not open a second page.
      .setLegacyMode()
  )
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([])
}
