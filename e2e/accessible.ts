import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Asserts that axe reports no violations of the rules that it runs by default, once transitions have ended: a dialog that
 * fades in is not visible yet.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page)
}

/** Asserts that all targets are at least 24 px in size or apart, a rule that axe does not run by default. */
export async function expectLargeTargets(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: ['target-size'] })
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
  await expectNoViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
}

async function setTheme(page: Page, colorScheme: 'dark' | 'light') {
  // Without transitions from one theme to the other.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('body')).toHaveCSS('background-color', backgrounds[colorScheme])
}

async function expectNoViolations(page: Page, options: { runOnly?: string[] } = {}) {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(
        ({ playState, timeline }) => timeline === document.timeline && playState === 'running',
      )
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe)
  const violations = await page.evaluate(
    async (runOptions) => {
      const { violations } = await window.axe.run(document, runOptions)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
      )
    },
    { ...options, resultTypes: ['violations' as const] },
  )
  expect(violations).toEqual([])
}
