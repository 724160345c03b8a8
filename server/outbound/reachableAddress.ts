import { BlockList, isIP } from 'node:net'

/** Returns whether the address is one of the public Internet, and not one of a house, a machine or a reserved range (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && GLOBAL_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

/**
 * Returns whether the server may connect to the address for a customer: a public one, and where the installation allows it also one of a house or of this
 * machine; never one of the own link, where clouds keep the keys of a machine, of many receivers, or of no use.
 */
export function isReachableAddress(address: string, { allowsPrivate }: { readonly allowsPrivate: boolean }): boolean {
  const plain = unmapped(address)
  if (isPublicAddress(plain)) return true
  const version = isIP(plain)
  return (
    allowsPrivate &&
    version !== 0 &&
    !OF_A_CLOUD.check(plain, version === 4 ? 'ipv4' : 'ipv6') &&
    OF_A_HOUSE.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  )
}

/** Returns the IPv4 address that an IPv6 address stands for (`::ffff:7f00:1`), else the address. */
function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const host = new URL(`http://[${address.split('%')[0] ?? ''}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.')
}

const NOT_PUBLIC = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  // Tunnels, whose addresses name one of IPv4 that is not looked at.
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv6')

/** All that is given out of IPv6; kept apart, because a list with mapped ranges would match addresses of the other version. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')

/** Where clouds keep the keys of a machine, within ranges of a house. */
const OF_A_CLOUD = new BlockList()
OF_A_CLOUD.addAddress('100.100.100.200', 'ipv4')
OF_A_CLOUD.addAddress('fd00:ec2::254', 'ipv6')
OF_A_CLOUD.addAddress('fd20:ce::254', 'ipv6')

const OF_A_HOUSE = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  OF_A_HOUSE.addSubnet(net, prefix, 'ipv4')
OF_A_HOUSE.addSubnet('fc00::', 7, 'ipv6')
OF_A_HOUSE.addAddress('::1', 'ipv6')
