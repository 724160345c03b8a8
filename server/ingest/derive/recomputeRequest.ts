import type { Sample } from '#engine/sensor/sensorType.ts'

/** Time that is to be recomputed; `to` Infinity = to the present. */
export type Stretch = { readonly from: number; readonly to: number }

/** Gathers what a work center's next recalculation has to do, however many ask for it. */
export class RecomputeRequest {
  /** Samples older than what memory can merge; they wait for a recalculation from stored samples. */
  late: Sample[] = []
  /** The stretch to recompute independent of samples; null = none. */
  #stretch: Stretch | null = null

  get isEmpty(): boolean {
    return this.#stretch === null && this.late.length === 0
  }

  /** Asks for the stretch, beside what is asked for already. */
  add(from: number, to: number): void {
    this.#stretch = union(this.#stretch, { from, to })
  }

  /** Its late samples are about to be stored, where nothing tells them from repetitions: what they ask for is kept as a stretch. */
  lateAreStored(): void {
    const stretch = stretchOf(this.late)
    this.late = []
    if (stretch !== null) this.add(stretch.from, stretch.to)
  }

  /** Returns what is asked for and counts it as begun. */
  take(): { readonly late: readonly Sample[]; readonly stretch: Stretch | null } {
    const taken = { late: this.late, stretch: this.#stretch }
    this.late = []
    this.#stretch = null
    return taken
  }
}

/** Returns the stretch from the first to the last of the samples, null for none. */
export function stretchOf(samples: readonly Sample[]): Stretch | null {
  return samples.reduce<Stretch | null>((whole, { at }) => union(whole, { from: at, to: at }), null)
}

/** Returns the stretch that holds both. */
export function union(first: Stretch | null, then: Stretch | null): Stretch | null {
  return first && then ? { from: Math.min(first.from, then.from), to: Math.max(first.to, then.to) } : (first ?? then)
}
