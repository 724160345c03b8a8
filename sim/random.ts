/** A stream of numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number

/** Returns a stream seeded by the text (mulberry32); independent of any other stream, so that a shift's plan needs no history. */
export function randomStream(seed: string): Random {
  let state = hashText(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns a 32-bit hash of the text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Returns noise in [-1, 1) of an instant on a channel: a pure function, so that any window of a signal can be made on its own. */
export function noiseAt(channelSeed: number, at: number): number {
  let mixed = (channelSeed ^ Math.imul(Math.floor(at / 4_294_967_296) ^ (at >>> 0), 0x9e3779b1)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2_147_483_648 - 1
}

/** Returns a number between the two, evenly drawn. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Returns a number between the two, evenly drawn on a logarithmic scale: many short, few long. */
export function logBetween(random: Random, low: number, high: number): number {
  return low * Math.exp(Math.log(high / low) * random())
}

/** Returns a waiting time with the mean (exponential distribution), never below a twentieth of it. */
export function exponential(random: Random, mean: number): number {
  return Math.max(mean / 20, -mean * Math.log(1 - random()))
}
