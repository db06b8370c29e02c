import { isIPv6 } from 'node:net'
import { memoize } from '../memory/memoize.ts'

/**
 * Whom a limit on addresses counts. Whoever has one IPv6 address has 2^64 of them, so theirs is a /64;
 * an IPv4 address is the same one however it is written.
 */
export const clientSubnet = memoize(readNetwork)

function readNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups)
  return groups.slice(0, 4).join(':')
}

/** All eight, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.split('%')
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = written.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}

function ipv4Of(groups: readonly string[]): string {
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.')
}
