import type { Page } from '@playwright/test'

/**
 * Stores the audio elements of the page in `window.sounds` and dispatches a `sound` event when one
 * starts to play. Call it before the page is opened.
 */
export async function captureAudio(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.sounds = []
    const Original = Audio
    window.Audio = class {
      constructor(src?: string) {
        const sound = new Original(src)
        window.sounds.push(sound)
        sound.addEventListener('playing', () => dispatchEvent(new Event('sound')))
        // biome-ignore lint/correctness/noConstructorReturn: It stands for the original.
        return sound
      }
    } as typeof Audio
  })
}
