const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CHARACTERS = 22
/** 22 characters are 132 bits, a UUID is 128. */
const PADDING_BITS = 4n

/** Returns the UUID in the 22 characters of base64url: the longest topic that Web Push takes is 32 (domain.md AL-19). */
export function topicOf(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '')}`) << PADDING_BITS
  let text = ''
  for (let place = 0; place < CHARACTERS; place++) {
    text = `${ALPHABET[Number(bits & 63n)] ?? ''}${text}`
    bits >>= 6n
  }
  return text
}
