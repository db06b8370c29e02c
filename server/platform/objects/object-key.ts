/** Presigned upload URLs work for this prefix only. */
const uploadPrefix = 'uploads/'

// No segment starts with a dot, which excludes `..`; 200 characters fit into a file name on every file system.
const pattern = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)+$/
const maxLength = 200

export function isObjectKey(key: string): boolean {
  return key.length <= maxLength && pattern.test(key)
}

export function isUploadKey(key: string): boolean {
  return key.startsWith(uploadPrefix) && isObjectKey(key)
}

export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not an object key.`)
  return key
}

export function assertUploadKey(key: string): string {
  if (!isUploadKey(key)) throw new TypeError(`${JSON.stringify(key)} is not an upload key.`)
  return key
}
