/** Bounds for one address: a site behind one address may have thousands of devices that reconnect together. */
const MAX_OPEN = 6_000
const BURST = 2_000
const PER_SECOND = 300
const MAX_FAILED_A_MINUTE = 120
const FORGET_AFTER_MS = 300_000

type Address = { open: number; tokens: number; at: number; failed: number; failedSince: number }

export type ConnectionRefusal = 'TOO_MANY_OPEN' | 'TOO_FAST' | 'TOO_MANY_FAILED'

/** Counts connections and failed sign-ins by address, and reports too many. */
export class ConnectionLimits {
  readonly #addresses = new Map<string, Address>()

  /** Returns why a new connection is refused, or null after counting it as open. */
  open(address: string, now: number): ConnectionRefusal | null {
    const one = this.#of(address, now)
    one.tokens = Math.min(BURST, one.tokens + ((now - one.at) / 1000) * PER_SECOND)
    one.at = now
    if (this.#failed(one, now) >= MAX_FAILED_A_MINUTE) return 'TOO_MANY_FAILED'
    if (one.open >= MAX_OPEN) return 'TOO_MANY_OPEN'
    if (one.tokens < 1) return 'TOO_FAST'
    one.tokens--
    one.open++
    return null
  }

  close(address: string): void {
    const one = this.#addresses.get(address)
    if (one) one.open--
  }

  /** Counts a connection with a wrong id or secret. */
  fail(address: string, now: number): void {
    const one = this.#of(address, now)
    if (this.#failed(one, now) === 0) one.failedSince = now
    one.failed++
  }

  /** Forgets addresses without open connections that were quiet for five minutes. */
  sweep(now: number): void {
    for (const [address, one] of this.#addresses) {
      if (one.open <= 0 && now - Math.max(one.at, one.failedSince) > FORGET_AFTER_MS) this.#addresses.delete(address)
    }
  }

  #failed(one: Address, now: number): number {
    if (now - one.failedSince >= 60_000) one.failed = 0
    return one.failed
  }

  #of(address: string, now: number): Address {
    const present = this.#addresses.get(address)
    if (present) return present
    const added: Address = { open: 0, tokens: BURST, at: now, failed: 0, failedSince: now }
    this.#addresses.set(address, added)
    return added
  }
}
