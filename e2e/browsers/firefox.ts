import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Driver, dragActions, keyActions, type Size } from './driver.ts'
import { freePort, startProcess, waitFor } from './processes.ts'

/**
 * Firefox, headless, through its own WebDriver BiDi server: no geckodriver is needed. Playwright's channel `moz-firefox`
 * sends a command (`emulation.setMediaFeaturesOverride`) that Firefox 153 does not know.
 */

const preferences = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.auto': false,
  'media.autoplay.default': 0,
  // Blocks all cookies and storage of third parties, for frames on other sites.
  'network.cookie.cookieBehavior': 1,
  'remote.active-protocols': 1,
  // Clicks of WebDriver do not reach a frame of another site in a process of its own.
  'fission.autostart': false,
}

export async function startFirefox(size: Size, env: NodeJS.ProcessEnv): Promise<Driver> {
  const profile = mkdtempSync(path.join(tmpdir(), 'soundpost-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const args = ['--headless', `--remote-debugging-port=${port}`, '--profile', profile]
  const firefox = startProcess('firefox-esr', [...args, 'about:blank'], env)
  const { send, disconnect } = await waitFor('Firefox', () => connect(port))
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 })

  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context
  const act = (actions: unknown) => send<void>('input.performActions', { context, actions })
  await send('browsingContext.setViewport', { context, viewport: size })

  async function evaluate(expression: string, options: object = {}): Promise<RemoteValue> {
    const { result, exceptionDetails } = await send<Evaluation>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: false,
      ...options,
    })
    if (!result) throw new Error(exceptionDetails?.text ?? `${expression} failed`)
    return result
  }

  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate<Value>(expression: string): Promise<Value> {
      const json = await evaluate(`(async () => JSON.stringify(await (${expression})))()`)
      return json.type === 'string' ? JSON.parse(String(json.value)) : (undefined as Value)
    },
    drag: (points) => act(dragActions(points)),
    press: (keys) => act(keyActions(keys)),
    async chooseFile(selector, file) {
      const element = await evaluate(`document.querySelector(${JSON.stringify(selector)})`)
      const { sharedId } = element
      await send('input.setFiles', { context, element: { sharedId }, files: [file] })
    },
    async close() {
      disconnect()
      await firefox.stop()
      removeProfile()
    },
  }
}

type RemoteValue = { type: string; value?: unknown; sharedId?: string }
type Evaluation = { result?: RemoteValue; exceptionDetails?: { text: string } }
type Message = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Send = <Result>(method: string, params: object) => Promise<Result>

async function connect(port: number): Promise<{ send: Send; disconnect: () => void }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`)
  const pending = new Map<number, (message: Message) => void>()
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Firefox does not listen yet.')))
  })
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) pending.get(message.id)?.(message)
  })
  socket.addEventListener('close', () => {
    for (const settle of pending.values())
      settle({ type: 'error', message: 'Firefox closed the connection.' })
  })
  let lastId = 0
  async function send<Result>(method: string, params: object): Promise<Result> {
    lastId += 1
    const id = lastId
    const response = new Promise<Message>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, error, message } = await response
    pending.delete(id)
    if (type === 'error') throw new Error(`${method}: ${error ?? ''} ${message ?? ''}`)
    return result as Result
  }
  return { send, disconnect: () => socket.close() }
}
