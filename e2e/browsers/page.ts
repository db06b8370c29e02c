import { setTimeout as delay } from 'node:timers/promises'
import type { Driver, Point } from './driver.ts'

/** Finds elements, waits and reads, the same way in every browser. */

export type Page = ReturnType<typeof createPage>

const waitMs = 60_000

type Target = { selector: string; text?: string | undefined; pattern?: string }

const targetOf = (selector: string, name?: string | RegExp): Target =>
  name instanceof RegExp ? { selector, pattern: name.source } : { selector, text: name }

/** Finds, in the page, a visible element with this accessible name or text. */
function find({ selector, text, pattern }: Target): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent.trim()
    const isNamed = pattern ? new RegExp(pattern).test(label) : (text ?? label) === label
    return isNamed && element.checkVisibility()
  })
}

/** In the page a function has nothing of this file but `find`. */
const callInPage = (run: (...args: never[]) => unknown, args: unknown[]) =>
  `(() => { ${find}; return (${run})(...${JSON.stringify(args)}) })()`

export function createPage(driver: Driver, baseUrl: string) {
  function read<Args extends unknown[], Value>(run: (...args: Args) => Value, ...args: Args) {
    return driver.evaluate<Awaited<Value>>(callInPage(run, args))
  }

  async function wait<Args extends unknown[]>(
    what: string,
    run: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void> {
    const deadline = Date.now() + waitMs
    while (!(await driver.evaluate(`Boolean(${callInPage(run, args)})`))) {
      if (Date.now() > deadline) throw new Error(`${what}: still not so. ${await summary()}`)
      await delay(100)
    }
  }

  /** What is on the page, for the message of a failure. */
  async function summary(): Promise<string> {
    const text = await read(() => `${location.pathname}: ${document.body.innerText}`).catch(String)
    return text.replaceAll(/\s+/g, ' ').slice(0, 600)
  }

  /** The middle of an element, or a point at this share of its width, once nothing covers it. */
  async function pointOf(selector: string, name?: string | RegExp, share = 0.5): Promise<Point> {
    const target = targetOf(selector, name)
    await wait(`${selector} ${name ?? ''} can be clicked`, findPoint, target, share)
    const point = await read(findPoint, target, share)
    if (!point) throw new Error(`${selector} ${name ?? ''} can no longer be clicked.`)
    return point
  }

  async function openUrl(url: string) {
    await driver.open(url)
    await wait('the page is hydrated', () => {
      const root = document.getElementById('root')
      return !root || Object.keys(root).some((key) => key.startsWith('_reactListening'))
    })
    await read(recordAudio)
  }

  async function focus(selector: string, name?: string | RegExp) {
    const target = targetOf(selector, name)
    await wait(`${selector} ${name ?? ''} exists`, find, target)
    await read((focused) => find(focused)?.focus(), target)
  }

  return {
    driver,
    wait,
    pointOf,
    /** Opens a page of the site and waits for the client-side render. */
    open: (path: string) => openUrl(baseUrl + path),
    openUrl,
    read,
    see: (selector: string, name?: string | RegExp) =>
      wait(`${selector} ${name ?? ''} is visible`, find, targetOf(selector, name)),
    async click(selector: string, name?: string | RegExp, share?: number) {
      const point = await pointOf(selector, name, share)
      await driver.drag([point, point])
    },
    /** Focuses an element and presses keys. */
    async press(keys: readonly string[], selector: string, name?: string | RegExp) {
      await focus(selector, name)
      await driver.press(keys)
    },
    /** Types into an empty input. */
    async type(selector: string, text: string) {
      await focus(selector)
      await driver.press([...text])
      await wait(
        `${selector} has the text`,
        (input, expected) => document.querySelector<HTMLInputElement>(input)?.value === expected,
        selector,
        text,
      )
    },
    /** Chooses a file; the input itself may be invisible. */
    async chooseFile(selector: string, file: string) {
      await wait(`${selector} exists`, (input) => document.querySelector(input), selector)
      await driver.chooseFile(selector, file)
    },
    /** Seconds of the audio element that played last. */
    position: () => read(() => window.sound?.currentTime ?? 0),
  }
}

function findPoint(target: Target, share: number): Point | null {
  const element = find(target)
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width * share, top + height / 2]
  return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null
}

/** Keeps the audio element, which is not in the document, in `window.sound` once it plays. */
function recordAudio() {
  if (window.sound !== undefined) return
  window.sound = null
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    window.sound = this
    return play.call(this)
  }
}
