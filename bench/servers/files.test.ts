import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeTrack } from '#server/testing/factories.ts'
import { needsProgram } from '#server/testing/needs.ts'
import { fixture } from '#server/testing/sample-files.ts'
import { setUpTestSite } from '#server/testing/set-up.ts'
import { upload } from '#server/testing/upload-client.ts'
import { startTestProxy } from './test-proxy.ts'

const mp3 = fixture('tone.mp3')
/** What decides who may run, embed, index, cache and read a file. */
const decisive = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'x-robots-tag',
  'referrer-policy',
  'x-frame-options',
  'tdm-reservation',
]

describe('nginx with deploy/files.conf', needsProgram('nginx'), () => {
  const site = setUpTestSite({ env: { X_ACCEL_REDIRECT: '/files/' } })
  /** The same site without nginx, as far as headers go. */
  const direct = setUpTestSite()
  const keys: Record<'public' | 'private', { id: string; key: string }> = {} as never
  let front: string

  async function audioOf(on: typeof site, privacy: 'public' | 'private') {
    const audioPath = await upload(on.asOwner, 'audio', mp3)
    const { id } = await makeTrack(on.db, on.owner.id, { audioPath, privacy })
    return { id, key: audioPath.replace('/objects/', '') }
  }
  beforeAll(async () => {
    keys.public = await audioOf(site, 'public')
    keys.private = await audioOf(site, 'private')
  })
  const startFront = async () => {
    const files = path.join(site.config.dataDir, 'objects')
    front = (await startTestProxy({ servers: [site.url], files })).url
  }

  test('nginx with files.conf: a file is sent to nobody who asks for its key', async () => {
    await startFront()
    const { key } = keys.private
    for (const address of [
      `/files/${key}`,
      `/files//${key}`,
      `/%66iles/${key}`,
      `/x/../files/${key}`,
    ]) {
      const response = await fetch(front + address, {
        headers: { 'x-accel-redirect': `/files/${key}` },
      })
      expect([address, response.status]).toEqual([address, 404])
      expect(Buffer.from(await response.arrayBuffer()).includes(mp3.subarray(-500))).toBe(false)
    }
    const forged = { 'x-accel-redirect': `/files/${key}` }
    const audio = await fetch(`${front}/api/tracks/${keys.private.id}/audio`, { headers: forged })
    expect(audio.status).toBe(404)
    for (const folder of ['/files/', '/files', '/files/audio/', '/files/../postgres/PG_VERSION'])
      expect((await fetch(front + folder)).status).toBe(404)
  })

  test('nginx with files.conf: what the server allows is sent, with ranges and without its path', async () => {
    await startFront()
    const url = `${front}/api/tracks/${keys.public.id}/audio`
    const whole = await fetch(url)
    expect(whole.status).toBe(200)
    expect(whole.headers.has('x-accel-redirect')).toBe(false)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(mp3)
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(mp3.subarray(10, 20))
  })

  test('nginx with files.conf: a file has the headers that the server itself would send', async () => {
    await startFront()
    const { id } = await audioOf(direct, 'public')
    const own = await fetch(`${direct.url}/api/tracks/${id}/audio`)
    const sent = await fetch(`${front}/api/tracks/${keys.public.id}/audio`)
    const headersOf = ({ headers }: Response) =>
      decisive.map((name) => [name, headers.get(name)] as const)
    expect(headersOf(sent)).toEqual(headersOf(own))
    expect(sent.headers.get('content-security-policy')).toContain('sandbox')
  })
})
