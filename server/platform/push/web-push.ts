import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import type { SendOutgoing } from '#server/platform/http/outgoing.ts'

/** Web Push: messages for a browser through the service of its vendor, which cannot read them (RFC 8030, 8291, 8292). */

/** Of a browser, with its keys in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** `gone`: the browser wants no more messages. `wait` are the seconds that the service asked for. */
type PushOutcome = 'sent' | 'gone' | 'refused' | { wait: number }
export type WebPush = ReturnType<typeof createWebPush>

const curve = 'prime256v1'
const recordSize = 4096
/** Seconds for which the service keeps a message for a browser that is offline. */
const keptSeconds = 24 * 60 * 60
const tokenSeconds = 12 * 60 * 60
/** Anybody can name a service that does not respond. */
const timeoutMs = 5000

type Options = {
  send: SendOutgoing
  /** 32 bytes that identify this site to the services. */
  privateKey: Buffer
  /** The address of the site, for who runs a service. */
  contact: string
}

export function createWebPush({ send, privateKey, contact }: Options) {
  const key = createECDH(curve)
  key.setPrivateKey(privateKey)
  const publicKey = key.getPublicKey().toString('base64url')
  const signingKey = toSigningKey(key)

  /** A JWT: the services accept messages of who made the subscription. */
  function authorize(endpoint: string): string {
    const exp = Math.floor(Date.now() / 1000) + tokenSeconds
    const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
    const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
    const options = { key: signingKey, dsaEncoding: 'ieee-p1363' } as const
    const signature = sign('sha256', Buffer.from(content), options).toString('base64url')
    return `vapid t=${content}.${signature}, k=${publicKey}`
  }

  return {
    publicKey,
    async send(target: PushTarget, text: string): Promise<PushOutcome> {
      const headers = {
        authorization: authorize(target.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
      }
      const body = encryptMessage(text, target)
      const response = await send(target.endpoint, { method: 'POST', headers, body, timeoutMs })
      if (response.status < 300) return 'sent'
      if (response.status === 404 || response.status === 410) return 'gone'
      if (response.status < 500 && response.status !== 429) return 'refused'
      const wait = Number(response.headers['retry-after'])
      return { wait: Number.isFinite(wait) ? wait : 0 }
    },
  }
}

/** Whether the key is a point of the curve: messages can be encrypted for it. */
export function isPushKey(p256dh: string): boolean {
  try {
    const key = createECDH(curve)
    key.generateKeys()
    return key.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

type Secrets = { salt: Buffer; key: ECDH }

function newSecrets(): Secrets {
  const key = createECDH(curve)
  key.generateKeys()
  return { salt: randomBytes(16), key }
}

/** RFC 8291, section 3.4, in one record (RFC 8188). */
export function encryptMessage(
  text: string,
  { p256dh, auth }: Omit<PushTarget, 'endpoint'>,
  { salt, key }: Secrets = newSecrets(),
): Buffer {
  const [receiver, sender] = [Buffer.from(p256dh, 'base64url'), key.getPublicKey()]
  const shared = key.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32)
  const derive = (purpose: string, length: number) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, length),
    )
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // 2 marks the last record.
  const padded = Buffer.concat([Buffer.from(text), Buffer.from([2])])
  const encrypted = [cipher.update(padded), cipher.final(), cipher.getAuthTag()]
  const header = Buffer.alloc(5)
  header.writeUInt32BE(recordSize)
  header.writeUInt8(sender.length, 4)
  return Buffer.concat([salt, header, sender, ...encrypted])
}

function toSigningKey(key: ECDH) {
  const point = key.getPublicKey()
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url')
  const d = key.getPrivateKey().toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
