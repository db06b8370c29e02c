import { existsSync } from 'node:fs'
import type { BrowserType } from '@playwright/test'
import type { Driver, Size } from './driver.ts'

/** A browser that `npx playwright install` has downloaded. */

export const isInstalled = (type: BrowserType) => existsSync(type.executablePath())

export const startWithPlaywright =
  (type: BrowserType) =>
  async (size: Size, env: NodeJS.ProcessEnv): Promise<Driver> => {
    const browser = await type.launch({ env })
    const page = await browser.newPage({ viewport: size })
    return {
      open: async (url) => void (await page.goto(url)),
      evaluate: (expression) => page.evaluate(expression),
      async drag([first, ...others]) {
        if (first) await page.mouse.move(first.x, first.y)
        await page.mouse.down()
        for (const { x, y } of others) await page.mouse.move(x, y)
        await page.mouse.up()
      },
      async press(keys) {
        for (const key of keys) await page.keyboard.press(key)
      },
      chooseFile: (selector, file) => page.setInputFiles(selector, file),
      close: () => browser.close(),
    }
  }
