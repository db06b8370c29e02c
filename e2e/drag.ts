import { expect, type Locator, type Page } from '@playwright/test'

export async function centerOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The row that follows the pointer or the arrow keys. */
export const draggedRow = (page: Page) => page.locator('.cursor-grabbing')

/** Presses the arrow key, which moves a row that was picked up by 25 pixels each time. */
export async function pressUp(page: Page, times: number): Promise<void> {
  const top = async () => Math.round((await draggedRow(page).boundingBox())?.y ?? 0)
  // dnd-kit listens to keys only after a timeout.
  await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)))
  for (let press = 1; press <= times; press += 1) {
    const before = await top()
    await page.keyboard.press('ArrowUp')
    await expect.poll(top).toBe(before - 25)
  }
}
