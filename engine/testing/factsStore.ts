import { advance, initialState, project } from '#engine/advance.ts'
import type { Facts, LossInterval } from '#engine/facts.ts'
import { isEmittedWithSegment } from '#engine/loss/emittedWithSegment.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

type Lists = Omit<Facts, 'changedFrom'>

/** Facts as a database keeps them: each set replaces the tail from its `changedFrom` on, rows before it by their start. */
export type FactsStore = { write(facts: Facts): void; read(): Lists }

/** Returns an empty store. */
export function createFactsStore(): FactsStore {
  let stored: Lists = { statuses: [], losses: [], outputs: [], shifts: [], hours: [] }
  return {
    write(facts) {
      const { changedFrom } = facts
      if (changedFrom === null) return
      stored = {
        statuses: replaceTail(stored.statuses, facts.statuses, changedFrom, (row) => row.start),
        losses: replaceLosses(stored.losses, facts),
        outputs: replaceTail(stored.outputs, facts.outputs, changedFrom, (row) => row.start),
        shifts: replaceTail(stored.shifts, facts.shifts, changedFrom, (row) => row.shift.start),
        hours: replaceTail(stored.hours, facts.hours, changedFrom, (row) => row.start),
      }
    },
    read: () => stored,
  }
}

/** Returns all that is stored of the samples at `now`. */
export function factsUntil(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Lists {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  return store.read()
}

/** Returns losses by start, source and part, as no two of them agree in all three. */
export function inOrder(losses: readonly LossInterval[]): LossInterval[] {
  return losses.toSorted((a, b) => a.start - b.start || a.source.localeCompare(b.source) || a.part - b.part)
}

/** Returns the losses that stops are, without those of slow running and of rejects. */
export function stopsAmong(losses: readonly LossInterval[]): LossInterval[] {
  return losses.filter(({ source }) => source === 'STATUS')
}

/** Losses that are emitted with their segment may begin before the tail: there, losses no longer named are removed. */
function replaceLosses(stored: readonly LossInterval[], facts: Facts): LossInterval[] {
  const from = facts.changedFrom ?? Infinity
  const segmentsFrom = facts.outputs.reduce((least, segment) => Math.min(least, segment.start), from)
  const keyOf = ({ source, start, part }: LossInterval): string => `${source} ${start} ${part}`
  const replaced = new Set(facts.losses.map(keyOf))
  if (replaced.size !== facts.losses.length) throw new Error('two losses of one source have the same start and part')
  const kept = stored.filter((row) => row.start < (isEmittedWithSegment(row) ? segmentsFrom : from) && !replaced.has(keyOf(row)))
  return inOrder([...kept, ...facts.losses])
}

function replaceTail<T>(stored: readonly T[], rows: readonly T[], from: number, startOf: (row: T) => number): T[] {
  const replaced = new Set(rows.map(startOf))
  if (replaced.size !== rows.length) throw new Error('two rows of one list start at the same instant')
  const kept = stored.filter((row) => startOf(row) < from && !replaced.has(startOf(row)))
  return [...kept, ...rows].sort((a, b) => startOf(a) - startOf(b))
}
