import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { onTestFinished } from 'vitest'
import { ensureBrowser } from '../../scripts/ensure-browser.ts'

/** A browser that can be killed and started again with the same profile. */
export function createCrashingBrowser(url: string, sid: string) {
  const profile = mkdtempSync(path.join(tmpdir(), 'crashing-browser-'))
  let kill = async () => {}
  onTestFinished(async () => {
    await kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  return {
    kill: () => kill(),
    async start(): Promise<Page> {
      const executable = (await ensureBrowser()) ?? chromium.executablePath()
      const options = [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        '--disable-dev-shm-usage',
        `--user-data-dir=${profile}`,
        '--remote-debugging-port=0',
        'about:blank',
      ]
      // The program may be a script that starts the browser: all of its processes are killed.
      const child = spawn(executable, options, { detached: true })
      const exited = once(child, 'exit')
      kill = async () => {
        kill = async () => {}
        process.kill(-(child.pid ?? 0), 'SIGKILL')
        await exited
      }
      const browser = await chromium.connectOverCDP(await endpointOf(child.stderr))
      const [context] = browser.contexts()
      if (!context) throw new Error('The browser has no profile.')
      await context.addCookies([{ name: 'sid', value: sid, url }])
      await context.addInitScript(useOwnFiles)
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(`${url}/upload`)
      return page
    },
  }
}

async function endpointOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const endpoint = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1]
    if (endpoint) return endpoint
  }
  throw new Error('The browser did not start.')
}

/** What the scripts of this file use in the page. */
type FileWriter = {
  write(bytes: Uint8Array): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}
type FileHandle = { createWritable(): Promise<FileWriter> }
type Folder = { getFileHandle(name: string, options?: { create: true }): Promise<FileHandle> }
type PageGlobals = { navigator: { storage: { getDirectory(): Promise<Folder> } } }

/** The dialog for choosing files chooses that of the origin, whose handle is like that of any other file. */
function useOwnFiles() {
  const showOpenFilePicker = async () => {
    const folder = await (globalThis as unknown as PageGlobals).navigator.storage.getDirectory()
    return [await folder.getFileHandle('Night train.wav')]
  }
  Object.defineProperty(globalThis, 'showOpenFilePicker', { value: showOpenFilePicker })
}

/** Writes a silent WAV file of this size, which the dialog then chooses. */
export async function writeFile(page: Page, header: Buffer, size: number): Promise<void> {
  await page.evaluate(
    async ({ head, size }) => {
      const folder = await (globalThis as unknown as PageGlobals).navigator.storage.getDirectory()
      const handle = await folder.getFileHandle('Night train.wav', { create: true })
      const file = await handle.createWritable()
      await file.write(Uint8Array.from(head))
      await file.truncate(size)
      await file.close()
    },
    { head: [...header], size },
  )
}
