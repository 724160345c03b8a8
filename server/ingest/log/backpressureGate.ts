/** Goes on at this share of the bound, so that a full server does not start and stop for every message. */
const RESUME_SHARE = 0.75

/** Counts the bytes in memory and makes senders wait: overload slows acknowledgements down and closes no connection. */
export class BackpressureGate {
  readonly #max: number
  #taken = 0
  #waiting: (() => void)[] = []

  constructor(maxBytes: number) {
    this.#max = maxBytes
  }

  get taken(): number {
    return this.#taken
  }

  get isFull(): boolean {
    return this.#taken >= this.#max
  }

  take(bytes: number): void {
    this.#taken += bytes
  }

  /** Releases the bytes. Waiting senders continue in order while there is room. */
  give(bytes: number): void {
    this.#taken -= bytes
    if (this.#waiting.length === 0 || this.#taken > this.#max * RESUME_SHARE) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const goOn of waiting) goOn()
  }

  /** Calls back once when there is room again. */
  wait(goOn: () => void): void {
    this.#waiting.push(goOn)
  }
}
