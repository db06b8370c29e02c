import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '#contract/push.ts'

/** A valid subscription, of a private address: nothing is sent there. */
export const examplePush = {
  endpoint: 'https://127.0.0.1/push',
  keys: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

type Received = { message: PushMessage; ttl: string | undefined; vapid: object }

/** A browser with the service of its vendor: decrypts what it gets, and refuses what is not signed for it. */
export async function startPushReceiver() {
  const key = createECDH('prime256v1')
  const publicKey = key.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  let status = 201
  let calls = 0

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    calls += 1
    if (status >= 400) return void response.writeHead(status).end()
    const vapid = readVapid(request.headers.authorization ?? '', origin())
    if (!vapid) return void response.writeHead(403).end()
    const text = decrypt(body, { key, publicKey, auth })
    received.push({ message: JSON.parse(text), ttl: request.headers['ttl'] as string, vapid })
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** As `toJSON` of a subscription. */
    subscription: {
      endpoint: `${origin()}/push/${randomUUID()}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    received,
    texts: () => received.map(({ message }) => message.text),
    calls: () => calls,
    respondWith(next: number) {
      status = next
    },
    close: () => void server.close(),
  }
}

/** The claims, if the token is signed with the key that it names, for this service and a day at most. */
function readVapid(authorization: string, audience: string) {
  const [, token = '', k = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(k, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((c) => c.toString('base64url'))
  const key = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const seconds = exp - Date.now() / 1000
  return isSigned && aud === audience && seconds > 0 && seconds <= 86_400 ? { sub, k } : undefined
}

type Keys = { key: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer }

/** RFC 8291, as the browser does it. */
function decrypt(body: Buffer, { key, publicKey, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const encrypted = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(encrypted.subarray(-16))
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
