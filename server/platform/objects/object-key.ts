/** Upload addresses reach this part of the store and nothing else. */
const uploadArea = 'uploads/'

// No part begins with a dot, so `..` cannot be said; 200 characters fit into one file name on every disk.
const pattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)+$/
const longest = 200

export function isObjectKey(key: string): boolean {
  return key.length <= longest && pattern.test(key)
}

export function isUploadKey(key: string): boolean {
  return key.startsWith(uploadArea) && isObjectKey(key)
}

export function requireObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is no object key.`)
  return key
}

export function requireUploadKey(key: string): string {
  if (!isUploadKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key for an upload.`)
  return key
}
