import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

const subnets = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (ip) => parsePrefix(ip, 4),
})
const networks = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (ip) => parsePrefix(ip, 3),
})

/**
 * What a limit per address counts. A household with IPv6 has 2^64 addresses, so its /64 counts as one;
 * an IPv4 address is the same however it is written.
 */
export const clientSubnet = (ip: string): string => subnets.memo(ip)

/** The network of a whole customer: its /48 with IPv6, the address with IPv4. For limits above those of a subnet. */
export const clientNetwork = (ip: string): string => networks.memo(ip)

function parsePrefix(ip: string, groups: number): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return address.parts
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')
}
