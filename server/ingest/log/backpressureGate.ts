/** Goes on at this share of the bound, so that a full server does not start and stop for every message. */
const RESUME_SHARE = 0.75

/** Counts what is in memory and tells those who bring more to wait: overload slows acknowledgements down and closes nothing. */
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

  /** Lets go of the bytes; those who wait go on when enough is free, each as long as there is room. */
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
