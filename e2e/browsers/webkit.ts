import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Driver, dragActions, keyActions, type Size } from './driver.ts'
import { freePort, startProcess, waitFor } from './processes.ts'

/** WebKitGTK: its MiniBrowser through WebKitWebDriver, the classic protocol, on a display of its own. */

export const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export async function startWebKit(size: Size, env: NodeJS.ProcessEnv): Promise<Driver> {
  const display = await startDisplay(env)
  const configFolder = createConfig()
  const port = await freePort()
  const webKit = startProcess('WebKitWebDriver', [`--port=${port}`], {
    ...env,
    DISPLAY: display.name,
    // In the locale C the browser's language would be 'C', which is none.
    LANG: 'en_US.UTF-8',
    XDG_CONFIG_HOME: configFolder,
    // The sandbox of the web process needs user namespaces, which containers often forbid.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  })
  async function stop() {
    await webKit.stop()
    await display.stop()
    rmSync(configFolder, { recursive: true, force: true })
  }
  const server = `http://127.0.0.1:${port}`
  await waitFor('WebKitWebDriver', () => call(`${server}/status`))
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await call<{ sessionId: string }>(`${server}/session`, { capabilities })
  const post = <Value>(command: string, body: object) =>
    call<Value>(`${server}/session/${sessionId}/${command}`, body)
  await fitWindow(size, post)
  return {
    open: (url) => post('url', { url }),
    async evaluate<Value>(expression: string): Promise<Value> {
      const script = `
        const done = arguments[arguments.length - 1]
        ;(async () => JSON.stringify(await (${expression})))().then(
          (json) => done({ json }),
          (error) => done({ error: String(error) }),
        )`
      const { json, error } = await post<{ json?: string; error?: string }>('execute/async', {
        script,
        args: [],
      })
      if (error) throw new Error(error)
      return json === undefined || json === null ? (undefined as Value) : JSON.parse(json)
    },
    drag: (points) => post('actions', { actions: dragActions(points) }),
    press: (keys) => post('actions', { actions: keyActions(keys) }),
    async chooseFile(selector, file) {
      const found = await post<Record<string, string>>('element', {
        using: 'css selector',
        value: selector,
      })
      await post(`element/${found[elementKey]}/value`, { text: file })
    },
    async close() {
      await call(`${server}/session/${sessionId}`, undefined, 'DELETE').catch(() => {})
      await stop()
    },
  }
}

/** The toolbar of MiniBrowser is wider than a phone: its widgets get no space of their own. */
function createConfig(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundpost-webkit-'))
  mkdirSync(path.join(folder, 'gtk-3.0'))
  const css = '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border: 0 }'
  writeFileSync(path.join(folder, 'gtk-3.0/gtk.css'), css)
  return folder
}

/** Sizes the window so that the viewport has the requested size. */
async function fitWindow(
  { width, height }: Size,
  post: <Value>(command: string, body: object) => Promise<Value>,
) {
  const script = 'return [outerWidth - innerWidth, outerHeight - innerHeight]'
  const [x = 0, y = 0] = await post<number[]>('execute/sync', { script, args: [] })
  await post('window/rect', { x: 0, y: 0, width: width + x, height: height + y })
  await waitFor(`A viewport of ${width} pixels`, async () => {
    const actual = await post<number>('execute/sync', { script: 'return innerWidth', args: [] })
    if (actual !== width) throw new Error(`It is ${actual} pixels wide.`)
  })
}

/** A virtual display. Without a window manager the focus follows the pointer. */
async function startDisplay(env: NodeJS.ProcessEnv) {
  const name = `:${90 + Math.floor(Math.random() * 900)}`
  const xvfb = startProcess('Xvfb', [name, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], env)
  const mouse = () =>
    startProcess('xdotool', ['mousemove', '200', '500'], { ...env, DISPLAY: name }).exit
  await waitFor('Xvfb', async () => {
    if ((await mouse()) !== 0) throw new Error('The display is not ready.')
  })
  return { name, stop: xvfb.stop }
}

async function call<Value>(url: string, body?: object, method?: string): Promise<Value> {
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = (await response.json()) as { value: Value & { message?: string } }
  if (!response.ok) throw new Error(`${url.split('/').at(-1)}: ${value.message}`)
  return value
}
