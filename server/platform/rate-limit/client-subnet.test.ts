import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientNetwork, clientSubnet } from './client-subnet.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:aaaa::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['not an address', 'not an address'],
])('client subnet: %s is counted as %s', (address, network) => {
  expect(clientSubnet(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1'],
  ['2001:db8:1:ffff::1', '2001:db8:1'],
])('%s is in the network %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('every IPv6 address has a subnet', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => clientSubnet(address) !== ''))
})
