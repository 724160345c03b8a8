import { indexAt } from '#engine/jobOrder/orderStretches.ts'
import { idealCycleOf, type CompiledSetup } from './compiledSetup.ts'
import type { EngineState } from './engineState.ts'

type Pulse = NonNullable<EngineState['pulse']>

/** An expected pulse: one each `cycleMs` of the orders in progress, and `patienceMs` until a machine without pulses counts as stopped. */
export type PulseWait = { readonly cycleMs: number; readonly patienceMs: number }

/**
 * Returns how long to wait for the next pulse (domain.md S-5): two cycles, the minimum duration and two reports of a periodic device. The cycle is
 * that of the orders in progress, else of the work center, else of the last two pulses. While a pulse is due, a starting order may raise the wait,
 * never lower it. Only changes until `at` count, so that a state never depends on later ones.
 */
export function pulseWait(compiled: CompiledSetup, pulse: Pulse, at: number, minEventDurationMs: number): PulseWait {
  const { stretches } = compiled
  let index = indexAt(stretches, pulse.at)
  let cycleMs = cycleIn(compiled, index, pulse)
  let patienceMs = patienceOf(compiled, cycleMs, minEventDurationMs)
  while ((stretches[++index]?.start ?? Infinity) <= Math.min(at, pulse.at + patienceMs - 1)) {
    cycleMs = Math.max(cycleMs, cycleIn(compiled, index, pulse))
    patienceMs = patienceOf(compiled, cycleMs, minEventDurationMs)
  }
  return { cycleMs, patienceMs }
}

function cycleIn({ stretches }: CompiledSetup, index: number, pulse: Pulse): number {
  return stretches[index]?.strokeMs ?? idealCycleOf(pulse.perMin) ?? 0
}

function patienceOf({ periodMs }: CompiledSetup, cycleMs: number, minEventDurationMs: number): number {
  return Math.max(1, 2 * cycleMs, 2 * periodMs, minEventDurationMs)
}
