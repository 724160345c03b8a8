import type { Pool } from 'pg'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import { deriveEnergy } from '#server/energy/deriveEnergy.service.ts'
import { deriveShares } from '#server/energy/deriveShares.service.ts'
import { everyHere } from '#server/jobs/everyHere.ts'
import type { Logger } from '#server/log.ts'
import type { SerialQueue } from './derive/serialQueue.ts'

export type EnergyDeriverDeps = {
  readonly writes: SerialQueue
  readonly database: Pick<Database, 'inTenant'> & { readonly pool: Pick<Pool, 'query'> }
  readonly partitions: ReadonlyMap<number, unknown>
  readonly log: Logger
  readonly now: () => number
}

const LOOK_EVERY_MS = 10_000
const AT_A_TIME = 50

/** Work centers with finished hours not stored yet; without a device, only those stored in another time zone. */
const BEHIND = `
select company_id, id from (
select w.company_id, w.id, p.derived_until from device d
join work_center w on w.company_id = d.company_id and w.id = d.work_center_id
join company c on c.id = w.company_id
left join energy_progress p on p.company_id = w.company_id and p.work_center_id = w.id
where d.partition = any($1::smallint[])
  and (p.derived_until is null or p.zone <> coalesce(w.time_zone, c.time_zone) or p.derived_until <= $2::bigint - 2 * p.margin_ms - 2 * ${HOUR_MS})
union all
select w.company_id, w.id, p.derived_until from energy_progress p
join work_center w on w.company_id = p.company_id and w.id = p.work_center_id
join company c on c.id = w.company_id
where p.zone <> coalesce(w.time_zone, c.time_zone) and not exists (select from device d where d.company_id = w.company_id and d.work_center_id = w.id)
) behind
order by derived_until nulls first limit ${AT_A_TIME}`

/** Work centers with stored hours not divided by status and order yet: smallest backlog first, so that a long history delays nobody else. */
const UNSHARED = `
select w.company_id, w.id from energy_progress p
join work_center w on w.company_id = p.company_id and w.id = p.work_center_id
join company c on c.id = w.company_id
left join device d on d.company_id = w.company_id and d.work_center_id = w.id
where (d.partition = any($1::smallint[]) or d.partition is null) and p.zone = coalesce(w.time_zone, c.time_zone)
  and p.shared_until < p.derived_until
order by p.derived_until - p.shared_until limit ${AT_A_TIME}`
/** Days of work centers at a look: a long history must not keep the hours of today waiting. */
const DAYS_A_LOOK = 200
/** Each day is a turn between two writes: half of the time at most, so that samples never wait behind a long history. */
const SHARE_MS = LOOK_EVERY_MS / 2

/**
 * Stores the energy of finished hours, also by status and order, for the work centers whose chunks this process writes. Runs between two writes, so that
 * no hour misses a sample.
 */
export class EnergyDeriver {
  readonly #deps: EnergyDeriverDeps
  readonly #looking: { end(): Promise<void> }
  #isEnded = false

  constructor(deps: EnergyDeriverDeps) {
    this.#deps = deps
    this.#looking = everyHere({ kind: 'KEPT_ENERGY', everyMs: LOOK_EVERY_MS, log: deps.log, work: () => this.deriveAll() })
  }

  /** Computes all waiting hours. An error is logged and tried again at the next look; readers compute missing hours themselves. */
  async deriveAll(): Promise<void> {
    const { database, partitions, now } = this.#deps
    const seen = new Set<string>()
    while (!this.#isEnded) {
      const { rows } = await database.pool.query<{ company_id: string; id: number }>(BEHIND, [[...partitions.keys()], now()])
      const waiting = rows.filter((row) => !seen.has(`${row.company_id}/${row.id}`))
      if (waiting.length === 0) break
      for (const row of waiting) {
        seen.add(`${row.company_id}/${row.id}`)
        const [companyId, workCenterId] = [asId<CompanyId>(row.company_id), asId<WorkCenterId>(row.id)]
        await this.#inTurns(companyId, workCenterId, () => deriveEnergy(database, companyId, workCenterId, now()), Infinity)
      }
    }
    await this.#shareAll()
  }

  /** Divides kept hours by status and order, a bounded number of days. */
  async #shareAll(): Promise<void> {
    const { database, partitions } = this.#deps
    const seen = new Set<string>()
    const endsAt = performance.now() + SHARE_MS
    for (let left = DAYS_A_LOOK; left > 0 && !this.#isEnded && performance.now() < endsAt;) {
      const { rows } = await database.pool.query<{ company_id: string; id: number }>(UNSHARED, [[...partitions.keys()]])
      const waiting = rows.filter((row) => !seen.has(`${row.company_id}/${row.id}`))
      if (waiting.length === 0) return
      for (const row of waiting) {
        seen.add(`${row.company_id}/${row.id}`)
        const [companyId, workCenterId] = [asId<CompanyId>(row.company_id), asId<WorkCenterId>(row.id)]
        left -= await this.#inTurns(companyId, workCenterId, () => deriveShares(database, companyId, workCenterId), left, endsAt)
      }
    }
  }

  end(): void {
    this.#isEnded = true
    void this.#looking.end()
  }

  /** Returns how many turns between two writes the work took, at most so many, and none that begins after the instant. */
  async #inTurns(
    companyId: CompanyId,
    workCenterId: WorkCenterId,
    work: () => Promise<boolean>,
    most: number,
    endsAt = Infinity,
  ): Promise<number> {
    const { writes, log } = this.#deps
    let turns = 0
    for (let isWaiting = true; isWaiting && turns < most && !this.#isEnded && performance.now() < endsAt; turns++) {
      isWaiting = false
      await writes.run(async () => {
        try {
          isWaiting = await work()
        } catch (error) {
          log.warn({ companyId, workCenterId, error: error instanceof Error ? error.message : 'unknown' }, 'energy of a work center waits')
        }
      })
    }
    return turns
  }
}
