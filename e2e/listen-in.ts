import type { Page } from '@playwright/test'

/** The page keeps its sounds in `sounds`, and tells when one begins. Before the page is opened. */
export async function listenIn(page: Page): Promise<void> {
  await page.addInitScript(`
    window.sounds = []
    const Original = Audio
    window.Audio = function (...given) {
      const sound = new Original(...given)
      window.sounds.push(sound)
      sound.addEventListener('playing', () => dispatchEvent(new Event('sound')))
      return sound
    }
  `)
}
