import { setTimeout as delay } from 'node:timers/promises'
import type { Driver, Point } from './driver.ts'

/** Finds elements, waits and reads, the same way in every browser. */

export type Page = ReturnType<typeof createPage>

const waitMs = 60_000

/** An element by selector and, if it is given, its accessible name or text. */
const find = (selector: string, name?: string | RegExp) => `
  [...document.querySelectorAll(${JSON.stringify(selector)})].find((element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent.trim()
    return ${name instanceof RegExp ? `${name}.test(label)` : name === undefined || `label === ${JSON.stringify(name)}`}
      && element.checkVisibility()
  })`

export function createPage(driver: Driver, baseUrl: string) {
  async function wait(what: string, expression: string): Promise<void> {
    const deadline = Date.now() + waitMs
    while (!(await driver.evaluate(`Boolean(${expression})`))) {
      if (Date.now() > deadline) throw new Error(`${what}: still not so. ${await summary(driver)}`)
      await delay(100)
    }
  }

  /** The middle of an element, or a point at this share of its width, once nothing covers it. */
  async function pointOf(selector: string, name?: string | RegExp, share = 0.5): Promise<Point> {
    const point = `(() => {
      const element = ${find(selector, name)}
      if (!element) return null
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width * ${share}, top + height / 2]
      return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null
    })()`
    await wait(`${selector} ${name ?? ''} can be clicked`, point)
    return driver.evaluate(point)
  }

  async function openUrl(url: string) {
    await driver.open(url)
    await wait('the page is rendered', '!document.querySelector("[data-ssr]")')
    await driver.evaluate(recordAudio)
  }

  return {
    driver,
    wait,
    pointOf,
    /** Opens a page of the site and waits for the client-side render. */
    open: (path: string) => openUrl(baseUrl + path),
    openUrl,
    read: driver.evaluate,
    see: (selector: string, name?: string | RegExp) =>
      wait(`${selector} ${name ?? ''} is visible`, find(selector, name)),
    async click(selector: string, name?: string | RegExp, share?: number) {
      const point = await pointOf(selector, name, share)
      await driver.drag([point, point])
    },
    /** Focuses an element and presses keys. */
    async press(keys: readonly string[], selector: string, name?: string | RegExp) {
      await wait(`${selector} ${name ?? ''} exists`, find(selector, name))
      await driver.evaluate(`void ${find(selector, name)}.focus()`)
      await driver.press(keys)
    },
    /** Types into an empty input. */
    async type(selector: string, text: string) {
      await wait(`${selector} exists`, find(selector))
      await driver.evaluate(`void ${find(selector)}.focus()`)
      await driver.press([...text])
      await wait(`${selector} has the text`, `${find(selector)}.value === ${JSON.stringify(text)}`)
    },
    /** Chooses a file; the input itself may be invisible. */
    async chooseFile(selector: string, file: string) {
      await wait(`${selector} exists`, `document.querySelector(${JSON.stringify(selector)})`)
      await driver.chooseFile(selector, file)
    },
    /** Seconds of the audio element that played last. */
    position: () => driver.evaluate<number>('window.sound?.currentTime ?? 0'),
  }
}

/** Keeps the audio element, which is not in the document, in `window.sound` once it plays. */
const recordAudio = `void (() => {
  if ('sound' in window) return
  window.sound = null
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    window.sound = this
    return play.call(this)
  }
})()`

/** What is on the page, for the message of a failure. */
async function summary(driver: Driver): Promise<string> {
  const text = await driver
    .evaluate<string>('location.pathname + ": " + document.body.innerText')
    .catch(String)
  return text.replaceAll(/\s+/g, ' ').slice(0, 600)
}
