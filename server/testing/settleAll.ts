import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { openSettleElsewhere } from '#server/recalculation/settleElsewhere.ts'
import type { TestMachine } from './testMachines.ts'

/** Has the servers that own the machines write all that they hold of them in memory: facts, states and samples. */
export async function settleAll(database: Database, machines: readonly TestMachine[]): Promise<void> {
  const elsewhere = await openSettleElsewhere({ database, log: createLog('silent') })
  try {
    for (const { companyId, workCenterId } of machines) await elsewhere.settle(companyId, [workCenterId], Infinity)
  } finally {
    await elsewhere.close()
  }
}
