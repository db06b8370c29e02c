import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyRegistration } from '#contract/passkeys.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

type Ceremony = {
  challenge: string
  /** By default the origin and the relying party id of the site. */
  origin?: string
  rpId?: string
  isVerified?: boolean
  /** What the authenticator says about its maker. */
  statement?: { format: string; certificates: Uint8Array[] }
}

/** An authenticator with one passkey, as a browser would use it. */
export function createAuthenticator(siteUrl: string) {
  const { origin: ownOrigin, hostname } = new URL(siteUrl)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)

  const clientData = (type: string, { challenge, origin = ownOrigin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (
    { rpId = hostname, isVerified = true }: Ceremony,
    { counter, credential }: { counter: number; credential?: Buffer },
  ) => {
    const head = Buffer.alloc(5)
    const verified = isVerified ? userVerified : 0
    head.writeUInt8(userPresent | verified | (credential ? hasCredential : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, credential ?? Buffer.alloc(0)])
  }

  /** The public key in the format of COSE: an elliptic curve key for ES256. */
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])

  return {
    /** As `navigator.credentials.create()`. */
    create(ceremony: Ceremony): PasskeyRegistration {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = isoCBOR.encode(coseKey)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const authData = authenticatorData(ceremony, { counter: 0, credential })
      const { format = 'none', certificates } = ceremony.statement ?? {}
      const attestation = new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
        ['fmt', format],
        ['attStmt', new Map(certificates && [['x5c', certificates]])],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', ceremony)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** As `navigator.credentials.get()`. */
    get(ceremony: Ceremony & { userId: string; counter?: number }) {
      const data = clientData('webauthn.get', ceremony)
      const authData = authenticatorData(ceremony, { counter: ceremony.counter ?? 0 })
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: ceremony.userId,
        },
      }
    },
  }
}
