import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { openSettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import type { TestMachine } from './testMachines.ts'

/** Enough for a server on a busy machine. */
const OWNED_WAIT_MS = 60_000

/**
 * Has the servers that own the machines write all that they hold of them in memory: facts, states and samples. Where it is known that a server owns
 * them, its answer is waited for however busy it is.
 */
export async function settleAll(
  database: Database,
  machines: readonly TestMachine[],
  options: { readonly isOwned?: boolean } = {},
): Promise<void> {
  const waitMs = options.isOwned === true ? { waitMs: OWNED_WAIT_MS } : {}
  const elsewhere = await openSettleElsewhere({ database, log: createLog('silent'), ...waitMs })
  try {
    for (const { companyId, workCenterId } of machines) await elsewhere.settle(companyId, [workCenterId], Infinity)
  } finally {
    await elsewhere.close()
  }
}
