import { checkCounts } from '#engine/jobOrder/forecast/countCheck.ts'
import type { CountCheck, CountCause } from '#engine/jobOrder/forecast/countCheck.ts'
import { convertedMicro } from '#engine/material/unitConversion.ts'
import type { Tenant } from '#server/db/database.ts'
import { listWitnesses } from './outputCheck.store.ts'
import type { CheckQuery, OrderWitnesses, WitnessLine } from './outputCheck.store.ts'

/** An order whose witnesses disagree. */
export type OutputCheck = Omit<OrderWitnesses, 'hasUnconfirmed' | 'lines'> & Omit<CountCheck, 'cause'> & { readonly cause: CountCause }

/** Those whose witnesses disagree, and whether there may be more: no more orders than asked for are looked at. */
export type OutputChecks = { readonly items: readonly OutputCheck[]; readonly examined: number; readonly isLimited: boolean }

/** Returns the orders of the period whose counter, confirmations and material tell different numbers of units, with the likely cause (domain.md F-6). */
export async function checkOutput(tenant: Tenant, query: CheckQuery): Promise<OutputChecks> {
  const witnesses = await listWitnesses(tenant, query)
  const items = witnesses.flatMap(({ lines, hasUnconfirmed, ...order }): OutputCheck[] => {
    const { cause, ...check } = checkCounts({
      counted: order.counted,
      confirmed: order.confirmed,
      hasUnconfirmed,
      lines: lines.map(asEngine),
    })
    return cause === null ? [] : [{ ...order, ...check, cause }]
  })
  return { items, examined: witnesses.length, isLimited: witnesses.length === query.most }
}

function asEngine({ consumed, required, expected, lineUnit, itemUnit, postings }: WitnessLine) {
  const one = convertedMicro(1_000_000, lineUnit, itemUnit)
  return { consumed, perUnit: one === null ? 0 : (required / expected) * (one / 1_000_000), postings }
}
