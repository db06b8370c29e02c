import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { administrator, signIn } from '#server/testing/accounts.ts'
import { type Browser, createBrowser } from '#server/testing/browser.ts'
import { prepareCluster } from '#server/testing/prepared-cluster.ts'
import {
  dataFolder,
  postmasterPid,
  type ServerProcess,
  startServerProcess,
} from '#server/testing/server-process.ts'
import { expectFolderIntegrity } from '../integrity.ts'
import { repetitions, seed } from '../scale.ts'
import { seededRandom } from '../seeded-random.ts'

const crashes = repetitions(20, 2)

test(`kill -9 of server and PostgreSQL, ${crashes} times, loses no acknowledged write (seed ${seed})`, async () => {
  const random = seededRandom('kill the database')
  const folder = dataFolder()
  await prepareCluster(path.join(folder, 'postgres'))
  const acknowledged: string[] = []
  let cookie: string | undefined
  for (let crash = 0; crash < crashes; crash++) {
    const { server, browser } = await restart(folder, cookie)
    cookie = browser.cookie('sid')
    expect(await missing(browser, acknowledged)).toEqual([])
    const writing = write(browser, acknowledged)
    const victims = victimsByRound[crash % victimsByRound.length]
    await untilMore(acknowledged)
    await delay(random.between(0, 300))
    if (victims !== 'the server') process.kill(postmasterPid(folder), 'SIGKILL')
    // The server restarts it and continues.
    if (victims === 'the database') await untilMore(acknowledged)
    server.signal('SIGKILL')
    await server.exitCode()
    await writing
  }
  const { browser } = await restart(folder, cookie)
  expect(await missing(browser, acknowledged)).toEqual([])
  await expectFolderIntegrity(folder)
}, 600_000)

/** The server is killed in each round; in the first one after its database has restarted. */
const victimsByRound = ['the database', 'both', 'the server'] as const

/** The session from before the crash is still valid. */
async function restart(
  folder: string,
  cookie: string | undefined,
): Promise<{ server: ServerProcess; browser: Browser }> {
  const server = await startServerProcess(folder, { ADMIN_PASSWORD: administrator.password })
  await server.ready()
  if (cookie === undefined) return { server, browser: await signIn(server.url, administrator) }
  const browser = createBrowser(server.url)
  browser.setCookie('sid', cookie)
  return { server, browser }
}

async function untilMore(acknowledged: string[]): Promise<void> {
  const target = acknowledged.length + 10
  await expect
    .poll(() => acknowledged.length, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(target)
}

/** Which of these playlists are missing. A playlist whose response was lost may exist nevertheless. */
async function missing(browser: Browser, titles: string[]): Promise<string[]> {
  const { body: me } = await browser.call<{ id: string }>('GET', '/api/auth/user')
  const { body } = await browser.call<{ title: string }[]>('GET', `/api/users/${me.id}/playlists`)
  const stored = new Set(body.map(({ title }) => title))
  return titles.filter((title) => !stored.has(title))
}

let written = 0
/** Creates playlists until the server has stopped, and records those whose response arrived. */
async function write(browser: Browser, acknowledged: string[]): Promise<void> {
  for (;;) {
    const title = `Playlist ${written++}`
    const response = await browser.call('POST', '/api/playlists', { title }).catch(() => undefined)
    if (!response) return
    if (response.status === 201) acknowledged.push(title)
  }
}
