import { createHash } from 'node:crypto'

/**
 * The id that something of an archive gets: the same at each import into the same account, so that one which was
 * interrupted can be repeated. Not the id in the archive, which may be forged to be that of something else.
 */
export function importedId(userId: string, id: string): string {
  const hash = createHash('sha256').update(`${userId}\n${id}`).digest()
  // A UUID of version 8, which is for such ids.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
