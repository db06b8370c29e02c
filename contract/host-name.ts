/** A domain name as browsers spell it, not an IP address and not a name without a dot. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && /^([\da-z]([\da-z-]*[\da-z])?\.)+[a-z][\da-z-]*[\da-z]$/.test(text)
}
