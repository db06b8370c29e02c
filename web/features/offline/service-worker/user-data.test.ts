import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** Cache Storage in memory: by cache name, the responses by path. */
let stored: Map<string, Map<string, Response>>
const listeners = new Map<string, ((event: object) => void)[]>()
let session: () => Response
let isFull = false
const deletedDatabases: string[] = []

const origin = 'https://soundpost.example'

/** The globals of a service worker. */
function stubWorker() {
  stored = new Map()
  const open = (name: string) => stored.get(name) ?? stored.set(name, new Map()).get(name)
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => ({
      put: async (path: string, response: Response) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        open(name)?.set(path, response)
      },
    }),
    match: async (path: string, { cacheName }: { cacheName?: string } = {}) =>
      [...stored]
        .filter(([name]) => !cacheName || name === cacheName)
        .map(([, cache]) => cache.get(path))
        .find((response) => response)
        ?.clone(),
  })
  vi.stubGlobal('indexedDB', {
    deleteDatabase: (name: string) => deletedDatabases.push(name),
    open: () => ({}),
  })
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  )
  vi.stubGlobal('fetch', async () => session())
}

beforeEach(stubWorker)
beforeAll(async () => {
  stubWorker()
  const { registerUserData } = await import('./user-data.ts')
  registerUserData(() => {})
})

/** Sends a request through the worker; resolves when everything that it waits for is done. */
async function send(
  path: string,
  {
    mode = 'cors',
    referrer = '',
    body,
  }: { mode?: string; referrer?: string; body?: FormData } = {},
) {
  const request = new Request(origin + path, body ? { method: 'POST', body } : {})
  Object.defineProperties(request, { mode: { value: mode }, referrer: { value: referrer } })
  const pending: Promise<unknown>[] = []
  let response: Promise<Response> | undefined
  const event = {
    request,
    waitUntil: (task: Promise<unknown>) => pending.push(task),
    respondWith: (result: Promise<Response>) => {
      response = result
    },
  }
  for (const listener of listeners.get('fetch') ?? []) listener(event)
  await Promise.all(pending)
  return response
}

const signIn = (id: string) => {
  session = () => Response.json({ id })
  return send('/api/auth/user')
}
const userCaches = () => [...stored.keys()].filter((name) => name.startsWith('person-'))

test('user data: only the data of the signed-in user stays, and none after sign-out', async () => {
  stored.set('person-a', new Map([['/api/tracks/1/audio', new Response('sound')]]))
  stored.set('person-b', new Map())
  stored.set('workbox-precache', new Map())
  await signIn('a')
  expect(userCaches()).toEqual(['person-a'])
  await signIn('b')
  expect(userCaches()).toEqual(['person-b'])
  // A logout link on another site leads to a confirmation page.
  await send('/api/logout', { mode: 'navigate', referrer: 'https://evil.example/' })
  expect(userCaches()).toEqual(['person-b'])
  await send('/api/logout', { mode: 'navigate', referrer: `${origin}/settings` })
  expect([...stored.keys()]).toEqual(['workbox-precache'])
})

test('user data: drafts of uploads are deleted at sign-out, and a link of another site deletes none', async () => {
  deletedDatabases.length = 0
  await send('/api/logout', { mode: 'navigate', referrer: 'https://evil.example/' })
  expect(deletedDatabases).toEqual([])
  await send('/api/logout', { mode: 'navigate', referrer: `${origin}/settings` })
  expect(deletedDatabases).toEqual(['upload-drafts'])
})

test.each([
  ['204', () => new Response(null, { status: 204 })],
  ['401', () => new Response('{}', { status: 401 })],
])('user data: a session that ended elsewhere, seen as %s, deletes it', async (_, response) => {
  await signIn('a')
  session = response
  await send('/api/auth/user')
  expect(userCaches()).toEqual([])
})

test('user data: offline, and while the server fails, it stays and the last user counts as signed in', async () => {
  await signIn('a')
  session = () => new Response('{}', { status: 503 })
  await send('/api/auth/user')
  session = () => {
    throw new TypeError('Failed to fetch')
  }
  const response = await send('/api/auth/user')
  expect(await response?.json()).toEqual({ id: 'a' })
  expect(userCaches()).toEqual(['person-a'])
})

test('user data: on a full device a user is signed in as before', async () => {
  await signIn('a')
  isFull = true
  const response = await signIn('a').finally(() => {
    isFull = false
  })
  expect(await response?.json()).toEqual({ id: 'a' })
  expect(userCaches()).toEqual(['person-a'])
})

test('share target: if the device is full, the upload page says that the file was not received', async () => {
  const { registerShareTarget } = await import('./share-target.ts')
  registerShareTarget(async () => 'a')
  const share = async () => {
    const body = new FormData()
    for (const name of ['memo.wav', 'second.wav'])
      body.append('audio', new File(['sound'], name, { type: 'audio/wav' }))
    return (await send('/upload', { body }))?.headers.get('location')
  }
  expect(await share()).toBe(`${origin}/upload`)
  expect([...(stored.get('shared-files')?.keys() ?? [])]).toEqual([
    '/shared-file/0',
    '/shared-file/1',
  ])
  stored.clear()
  isFull = true
  expect(await share()).toBe(`${origin}/upload?shared=failed`)
  isFull = false
})

test('share target: a file belongs to the user who was signed in, or to a visitor who signs in now', async () => {
  const { deleteSharedFileOfOthers } = await import('./share-target.ts')
  const share = (owner: string, minutesAgo = 0) => {
    const headers = { 'x-owner': owner, 'x-shared-at': String(Date.now() - minutesAgo * 60_000) }
    stored.set('shared-files', new Map([['/shared-file/0', new Response('sound', { headers })]]))
  }
  const isAvailableTo = async (userId: string) => {
    await deleteSharedFileOfOthers(userId)
    return stored.has('shared-files')
  }
  share('a')
  expect(await isAvailableTo('a')).toBe(true)
  expect(await isAvailableTo('b')).toBe(false)
  share('')
  expect([await isAvailableTo(''), await isAvailableTo('b')]).toEqual([true, true])
  share('a', 11)
  expect(await isAvailableTo('')).toBe(false)
})
