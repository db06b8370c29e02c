const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether PostgreSQL accepts the text as an id. Distinguishes ids from slugs: no slug looks like a UUID. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
