import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { startApp } from '#server/testing/subsonic.ts'
import { startTestSite } from '#server/testing/test-site.ts'

const site = setUpTestSite()
const hex = (text: string) => Buffer.from(text).toString('hex')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** The code of the error, or `ok`. */
async function ping(parameters: Record<string, string>, on = site): Promise<string | number> {
  const query = new URLSearchParams({ f: 'json', c: 'test', v: '1.16.1', ...parameters })
  const response = await on.visitor('GET', `/rest/ping?${query}`)
  expect(response.status).toBe(200)
  const { 'subsonic-response': envelope } = (await response.json()) as {
    'subsonic-response': { status: string; error?: { code: number } }
  }
  return envelope.error?.code ?? envelope.status
}

test('subsonic: all four ways to sign in work, and the username is that of the site', async () => {
  const { user, password } = await startApp(site)
  const u = user.username
  expect(await ping({ apiKey: password })).toBe('ok')
  expect(await ping({ u, p: password })).toBe('ok')
  expect(await ping({ u: u.toUpperCase(), p: `enc:${hex(password)}` })).toBe('ok')
  expect(await ping({ u, t: md5(`${password}c19b2d`), s: 'c19b2d' })).toBe('ok')
})

test('subsonic: wrong credentials have the codes of the protocol, and no method accepts them', async () => {
  const { user, password } = await startApp(site)
  const other = await makeUser(site.db)
  const u = user.username
  expect(await ping({})).toBe(10)
  expect(await ping({ u })).toBe(10)
  expect(await ping({ u, t: md5(`${password}x`) })).toBe(10)
  expect(await ping({ p: password })).toBe(10)
  for (const wrong of [
    { u, p: 'wrong' },
    { u, p: '' },
    { u, p: 'enc:zz' },
    { u: other.username, p: password },
    { u: 'nobody', p: password },
    { u, t: md5(`${password}x`), s: 'y' },
    { u, t: '', s: '' },
  ])
    expect(await ping(wrong as unknown as Record<string, string>), JSON.stringify(wrong)).toBe(40)
  expect(await ping({ apiKey: 'wrong' })).toBe(44)
  expect(await ping({ apiKey: password, u })).toBe(43)
  const session = await site.as(user)
  const response = await session('GET', '/rest/getPlaylists?f=json')
  expect(await response.text()).toContain('"code":10')
})

test('subsonic: an app password opens /rest alone', async () => {
  const { password, user } = await startApp(site)
  const basic = Buffer.from(`${user.username}:${password}`).toString('base64')
  for (const authorization of [`Bearer ${password}`, `Basic ${basic}`]) {
    const response = await site.visitor('GET', `/api/account?apiKey=${password}`, {
      headers: { authorization },
    })
    expect(response.status).toBe(401)
  }
})

test('subsonic: wrong attempts are throttled as sign-ins are, and no log has a secret', async () => {
  const log: string[] = []
  const strict = await startTestSite({ env: { RATE_LIMIT_SCALE: '1', LOG_LEVEL: 'trace' }, log })
  try {
    const app = await startApp(strict)
    const codes = []
    for (let attempt = 0; attempt < 16; attempt += 1)
      codes.push(await ping({ u: app.user.username, p: 'wrong-secret' }, strict))
    expect(codes).toEqual([...new Array(15).fill(40), 0])
    // An app with the right password at the same address goes on.
    expect(await ping({ apiKey: app.password }, strict)).toBe('ok')
    expect(log.join('\n')).toContain('/rest/ping')
    for (const secret of ['wrong-secret', app.password, app.user.username])
      expect(log.join('\n')).not.toContain(secret)
  } finally {
    await strict.close()
  }
})

test('subsonic: a suspended user is signed out of apps at once', async () => {
  const { user, password } = await startApp(site)
  await site.asAdministrator('POST', `/api/admin/users/${user.id}/suspension`, {
    body: { reason: 'Spam.' },
  })
  expect(await ping({ apiKey: password })).toBe(44)
})

test('subsonic: XML is the default, and every envelope names the server', async () => {
  const { password } = await startApp(site)
  const response = await site.visitor('GET', `/rest/ping.view?apiKey=${password}`)
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(await response.text()).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<subsonic-response xmlns="http:\/\/subsonic.org\/restapi" status="ok" version="1.16.1" type="soundpost" serverVersion="\d+\.\d+\.\d+" openSubsonic="true"\/>$/,
  )
})

test('subsonic: a form can have all parameters, also the format', async () => {
  const { password, call } = await startApp(site)
  const send = (method: string, fields: Record<string, string>) =>
    fetch(`${site.url}/rest/${method}`, {
      method: 'POST',
      headers: { origin: 'https://player.example' },
      body: new URLSearchParams({ apiKey: password, f: 'json', ...fields }),
    })
  const pinged = await send('ping', {})
  expect([pinged.status, await pinged.json()]).toMatchObject([
    200,
    { 'subsonic-response': { status: 'ok' } },
  ])
  await send('createPlaylist.view', { name: 'From a form' })
  expect((await call('getPlaylists'))['playlists'].playlist).toMatchObject([
    { name: 'From a form' },
  ])
})

test('subsonic: JSONP calls the given function, and no text can end the script', async () => {
  const { password } = await startApp(site)
  const jsonp = async (callback: string) => {
    const query = new URLSearchParams({ apiKey: password, f: 'jsonp', callback })
    return site.visitor('GET', `/rest/ping?${query}`)
  }
  const response = await jsonp('app.loaded')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toMatch(/^\/\*\*\/app\.loaded\(\{"subsonic-response":.*\}\);$/)
  expect(await (await jsonp('alert(1)//')).text()).toMatch(/^\{/)
})

test('subsonic: unknown methods and failures are envelopes with status 200', async () => {
  const { call } = await startApp(site)
  for (const [method, code] of [
    ['jukeboxControl', 0],
    ['noSuchMethod.view', 0],
    ['createUser', 50],
    ['getSong', 10],
  ] as const)
    expect(await call(method), method).toMatchObject({
      httpStatus: 200,
      status: 'failed',
      error: { code },
    })
  for (const id of ['tr-x', 'al-00000000-0000-4000-8000-000000000000', '%00', '1'])
    for (const method of [
      'getSong',
      'getAlbum',
      'getArtist',
      'getPlaylist',
      'stream',
      'getCoverArt',
    ])
      expect(await call(method, { id }), `${method} ${id}`).toMatchObject({
        httpStatus: 200,
        error: { code: 70 },
      })
})

test('subsonic: pages of other sites may call it, and responses are private', async () => {
  const { url } = await startApp(site)
  const headers = { origin: 'https://player.example', 'sec-fetch-site': 'cross-site' }
  const response = await site.visitor('GET', url('ping'), { headers })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': expect.stringContaining('private'),
  })
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  const preflight = await site.visitor('OPTIONS', '/rest/ping', { headers })
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, POST',
  ])
  const head = await site.visitor('HEAD', url('ping'))
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('subsonic: extensions are told without credentials, and roles are those of a listener', async () => {
  const response = await site.visitor('GET', '/rest/getOpenSubsonicExtensions?f=json')
  const { 'subsonic-response': envelope } = (await response.json()) as {
    'subsonic-response': { openSubsonicExtensions: { name: string }[] }
  }
  expect(envelope.openSubsonicExtensions.map(({ name }) => name)).toEqual([
    'formPost',
    'apiKeyAuthentication',
    'indexBasedQueue',
    'topSongsByArtistId',
    'playbackReport',
  ])
  const administrator = await startApp(site, site.administrator.id)
  expect((await administrator.call('getUser'))['user']).toMatchObject({
    username: site.administrator.username,
    ...{
      adminRole: false,
      settingsRole: false,
      uploadRole: false,
      jukeboxRole: false,
      shareRole: false,
    },
    ...{ streamRole: true, downloadRole: true, playlistRole: true },
  })
})

test.each(['\0', '\x01', '\x7f'])('subsonic: JSON with %j is rejected', async (sign) => {
  const app = await startApp(site)
  const body = { name: `a${sign}b` }
  const response = await site.visitor('POST', app.url('createPlaylist'), { body })
  const message = 'The request contains a character that cannot be stored.'
  expect(await response.json()).toMatchObject({
    'subsonic-response': { status: 'failed', error: { code: 0, message } },
  })
})
