const media = /^(audio|image|video)\//
/** What senders say who know no better. */
const unknown = ['', 'application/octet-stream', 'binary/octet-stream', 'application/ogg']

/**
 * Whether a file that was sent as this type can be sound or a picture at all. The bytes decide what
 * it is; but what calls itself a page or a script is not taken, whatever its bytes are.
 */
export function isAcceptedContentType(declaredType = ''): boolean {
  const type = declaredType.split(';')[0]?.trim().toLowerCase() ?? ''
  return media.test(type) || unknown.includes(type)
}
