import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeUser } from '#server/testing/factories.ts'
import { setUpTestApp } from '#server/testing/set-up.ts'

const brandName = `Tide & <Choir> "of the North"`
const site = setUpTestApp({ env: { BRAND_NAME: brandName } })

type Image = { src: string; sizes: string; type: string; purpose?: string }
type Manifest = {
  name: string
  icons: Image[]
  screenshots: Image[]
  shortcuts: { name: string; url: string; icons: Image[] }[]
}

async function readManifest(): Promise<Manifest> {
  const response = await site.visitor('GET', '/manifest.webmanifest')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  return (await response.json()) as Manifest
}

test('manifest: every page links it, and it has the name of the site and its shortcuts', async () => {
  expect(readFileSync('web/index.html', 'utf8')).toContain(
    '<link rel="manifest" href="/manifest.webmanifest">',
  )
  const { name, shortcuts } = await readManifest()
  expect(name).toBe(brandName)
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Search', '/search'],
    ['Library', '/library'],
    ['Upload', '/upload'],
  ])
  for (const { url } of shortcuts) expect((await site.visitor('GET', url)).status, url).toBe(200)
})

test('manifest: icons, one of them maskable, and screenshots exist in the format and size that it names', async () => {
  const { icons, screenshots, shortcuts } = await readManifest()
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  const images = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
  for (const { src, sizes, type } of images) {
    const bytes = readFileSync(`web/public${src}`)
    if (type === 'image/svg+xml') {
      expect([src, sizes, bytes.toString().slice(0, 5)]).toEqual([src, 'any', '<svg '])
      continue
    }
    const { width, height, format } = await sharp(bytes).metadata()
    expect([src, type, sizes]).toEqual([src, `image/${format}`, `${width}x${height}`])
  }
})

test('service worker: browsers revalidate it, and it changes with the shell', async () => {
  const shell = await (await site.visitor('GET', '/app-shell')).text()
  const revision = createHash('sha256').update(shell).digest('base64url').slice(0, 16)
  const response = await site.visitor('GET', '/service-worker.js')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await response.text()).toBe(`const shell = '${revision}'`)
})

test('app shell: it has the name of the site and no user data, and is noindex', async () => {
  const user = await makeUser(site.postgres.db, { displayName: 'Not In The Shell' })
  const visitor = await (await site.visitor('GET', '/app-shell')).text()
  const signedIn = await (await (await site.as(user))('GET', '/app-shell')).text()
  expect(visitor).toContain('Tide &amp; &lt;Choir&gt;')
  expect(visitor).toContain('<meta name="robots" content="noindex">')
  expect(signedIn).toBe(visitor)
})

// As browsers send it: the share has no page that it comes from.
const shared = { origin: 'null', 'sec-fetch-site': 'none' }

test('share target: a file that no service worker has received leads to the upload page', async () => {
  const body = new FormData()
  body.append('audio', new File([new Uint8Array(3_000_000)], 'memo.wav', { type: 'audio/wav' }))
  const response = await fetch(`${site.url}/upload`, {
    ...{ method: 'POST', body, headers: shared, redirect: 'manual' },
  })
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    '/upload?shared=failed',
  ])
  expect(response.headers.get('set-cookie')).toBeNull()
  expect((await site.visitor('GET', '/upload?shared=failed')).status).toBe(200)
})

test('share target: no other write of another origin is accepted', async () => {
  const write = { method: 'POST', headers: shared }
  for (const path of ['/upload/', '/uploads', '/', '/api/tracks'])
    expect((await fetch(site.url + path, write)).status, path).toBe(403)
})
