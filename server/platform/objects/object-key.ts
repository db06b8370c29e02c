/** Upload addresses reach this part of the store and nothing else. */
const uploadPrefix = 'uploads/'

// No part begins with a dot, so `..` cannot be said; 200 characters fit into one file name on every disk.
const pattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)+$/
const maxLength = 200

export function isObjectKey(key: string): boolean {
  return key.length <= maxLength && pattern.test(key)
}

export function isUploadKey(key: string): boolean {
  return key.startsWith(uploadPrefix) && isObjectKey(key)
}

export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is no object key.`)
  return key
}

export function assertUploadKey(key: string): string {
  if (!isUploadKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key for an upload.`)
  return key
}
