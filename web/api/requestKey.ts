const HEX = 16

/** Returns a new UUIDv7: the time in ms and 74 random bits. The server does what is asked with one key once. */
export function newRequestKey(now = Date.now(), random = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = Math.floor(now).toString(HEX).padStart(12, '0')
  const bytes = [...random]
  bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80
  const rest = bytes.map((byte) => byte.toString(HEX).padStart(2, '0')).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}
