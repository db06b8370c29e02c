import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Encrypts a text for the database. `context` says what the text belongs to: it is decrypted with the same one only. */
export function encrypt(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Undefined with another key or context, or if the text was changed. */
export function decrypt(key: Buffer, encrypted: string, context: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  const iv = bytes.subarray(0, ivLength)
  const tag = bytes.subarray(ivLength, ivLength + tagLength)
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag)
    const text = [decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined
  }
}
