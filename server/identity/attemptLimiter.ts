import { isIPv6 } from 'node:net'

/** Counts attempts by key (an address) within a window; over the limit a key waits until its window ends. */
export type AttemptLimiter = {
  /**
   * Returns 0 and counts an attempt as a failure until it is forgotten, so that parallel attempts cannot slip through. Over the limit returns the
   * milliseconds to wait.
   */
  take(key: string, now: number): number
  /** Returns the milliseconds that a key over the limit has to wait, else 0, and counts nothing. */
  wait(key: string, now: number): number
  /** Forgets an attempt that succeeded. */
  giveBack(key: string, now: number): void
}

/**
 * Returns the counting key of an address: itself, or for IPv6 its /64 network, which one house or machine has whole. An IPv4 address has one key
 * however it is written.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const groups = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail)]
  // An IPv4 address at the end stands for two groups.
  const width = first.length + last.length + (plain.includes('.') ? 1 : 0)
  const all = [...first, ...Array.from({ length: tail === undefined ? 0 : 8 - width }, () => '0'), ...last]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

type Window = { readonly endsAt: number; attempts: number }

/** Keys beyond this are forgotten, oldest first, so that a flood of addresses cannot fill the memory. */
const MAX_KEYS = 10_000

/** Returns a limiter that lets a key fail so many times in a window. */
export function createAttemptLimiter({ failures, windowMs }: { readonly failures: number; readonly windowMs: number }): AttemptLimiter {
  const windows = new Map<string, Window>()
  const current = (key: string, now: number) => {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }
  return {
    take: (key, now) => {
      const window = current(key, now) ?? { endsAt: now + windowMs, attempts: 0 }
      if (window.attempts >= failures) return window.endsAt - now
      window.attempts++
      windows.delete(key)
      windows.set(key, window)
      const oldest = windows.keys().next()
      if (windows.size > MAX_KEYS && oldest.done !== true) windows.delete(oldest.value)
      return 0
    },
    wait: (key, now) => {
      const window = current(key, now)
      return window === undefined || window.attempts < failures ? 0 : window.endsAt - now
    },
    giveBack: (key, now) => {
      const window = current(key, now)
      if (window !== undefined && window.attempts > 0) window.attempts--
    },
  }
}
