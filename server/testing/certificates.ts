import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** X.509 certificates for tests of TLS, written as DER because Node can only read them. */
export type Certificate = { cert: string; key: string }

type Subject = {
  name: string
  /** The DNS name that the certificate is valid for; none for an authority. */
  host?: string
  notAfter?: Date
}

/** A private certificate authority that no machine trusts by itself. */
export function createAuthority(name: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cert = toPem(certificate({ name }, pair.publicKey, { name, ...pair }))
  return {
    /** The authority's own certificate, signed by itself. */
    own: { cert, key: toPkcs8(pair.privateKey) },
    /** A certificate for a server, signed by this authority. */
    issue(subject: Subject): Certificate {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const der = certificate(subject, own.publicKey, { name, ...pair })
      return { cert: toPem(der), key: toPkcs8(own.privateKey) }
    },
  }
}

type Issuer = { name: string; privateKey: KeyObject }

function certificate(subject: Subject, publicKey: KeyObject, issuer: Issuer): Buffer {
  const year = 365 * 24 * 60 * 60_000
  const { notAfter = new Date(Date.now() + year) } = subject
  const algorithm = sequence(oid('2a8648ce3d040302')) // ecdsa-with-SHA256
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])), // serial number
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(new Date(notAfter.getTime() - 2 * year)), time(notAfter)),
    distinguishedName(subject.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(subject.host ? alternativeName(subject.host) : authorityConstraint())),
  )
  const signature = sign('sha256', content, issuer.privateKey)
  return sequence(content, algorithm, tagged(0x03, Buffer.from([0]), signature))
}

const alternativeName = (host: string) =>
  sequence(oid('551d11'), tagged(0x04, sequence(tagged(0x82, Buffer.from(host)))))
const authorityConstraint = () =>
  sequence(oid('551d13'), boolean(true), tagged(0x04, sequence(boolean(true))))

function distinguishedName(name: string): Buffer {
  const commonName = sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))
  return sequence(tagged(0x31, commonName))
}

const time = (date: Date) =>
  tagged(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))
const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const sequence = (...content: Buffer[]) => tagged(0x30, ...content)

/** Tag, length and content, as DER encodes them. */
function tagged(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const bytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length]
  return Buffer.concat([Buffer.from([tag, ...bytes]), body])
}

const toPkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
