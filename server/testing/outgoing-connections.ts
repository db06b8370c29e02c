import net, { isIP, Socket } from 'node:net'
import { afterEach, expect } from 'vitest'

/**
 * Fails every test during which this process connects to another machine. All that the server may connect to (database,
 * object store, identity provider, mail server) runs on this one in tests, so anything else was named by a caller.
 */
const targets: string[] = []
const loopback = new net.BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string) =>
  host === 'localhost' ||
  // Reserved: it never resolves.
  host.endsWith('.invalid') ||
  (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'))

const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [options] = args.flat() as [{ host?: string; path?: string } | string | number]
  const host = typeof options === 'object' ? options.host : args[1]
  if (typeof host === 'string' && !isLoopback(host)) targets.push(host)
  return Reflect.apply(connect, this, args)
} as typeof connect

afterEach(() => {
  expect(targets.splice(0), 'connections to other machines').toEqual([])
})
