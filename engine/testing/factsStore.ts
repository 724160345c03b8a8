import type { Facts } from '#engine/facts.ts'

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
        losses: replaceTail(stored.losses, facts.losses, changedFrom, (row) => row.start),
        outputs: replaceTail(stored.outputs, facts.outputs, changedFrom, (row) => row.start),
        shifts: replaceTail(stored.shifts, facts.shifts, changedFrom, (row) => row.shift.start),
        hours: replaceTail(stored.hours, facts.hours, changedFrom, (row) => row.start),
      }
    },
    read: () => stored,
  }
}

function replaceTail<T>(stored: readonly T[], rows: readonly T[], from: number, startOf: (row: T) => number): T[] {
  const replaced = new Set(rows.map(startOf))
  if (replaced.size !== rows.length) throw new Error('two rows of one list start at the same instant')
  const kept = stored.filter((row) => startOf(row) < from && !replaced.has(startOf(row)))
  return [...kept, ...rows].sort((a, b) => startOf(a) - startOf(b))
}
