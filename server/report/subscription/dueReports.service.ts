import type { CompanyId } from '#engine/ids.ts'
import { duePeriods, latestPeriod, missedPlan, nextDueAt } from '#engine/report/due.ts'
import type { DuePeriod, Rhythm } from '#engine/report/due.ts'
import { isHeld } from '#engine/report/hold.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { clockText } from '../clockText.ts'
import { titleOfReport } from '../reportRequest.ts'
import { countOpenShifts, holdRun, insertDueRun, listHeld, setRunState } from './dueRun.store.ts'
import { PLAN_JOB } from './planJob.ts'
import { instancesOf, rhythmOf, scopeOfReport } from './scope.service.ts'
import { agreedAddresses, findSubscription, listToLookAt, setConsidered } from './subscription.store.ts'
import type { Subscription } from './subscription.store.ts'

type Deps = { readonly database: Pick<Database, 'inSystem' | 'inTenant'>; readonly now?: () => number }

/** Shifts are looked up so far around the periods that came due. */
const MARGIN_MS = 3 * DAY_MS
/** A schedule may change in between; so late at most it is seen. */
const LOOK_AGAIN_MS = { BY_SHIFTS: 10 * MINUTE_MS, DAILY: 6 * HOUR_MS, WEEKLY: 6 * HOUR_MS, MONTHLY: 6 * HOUR_MS } as const

/** Has reports that came due planned every minute, and at the start those that were missed. */
export function planReportsRegularly(jobs: Pick<Jobs, 'every'>, { database, now = Date.now }: Deps): void {
  const next = (at: number) => Math.floor(at / MINUTE_MS + 1) * MINUTE_MS
  jobs.every('REPORT_SCHEDULE', { next, isAtStart: true }, () => planDueReports({ database, now: now() }))
}

/** Plans the reports of all companies that came due, and those whose shifts are confirmed meanwhile. What fails of one keeps no other waiting. */
export async function planDueReports({ database, now }: { readonly database: Deps['database']; readonly now: number }): Promise<void> {
  const failures: unknown[] = []
  const each = async (companyId: CompanyId, work: (tenant: Tenant) => Promise<void>): Promise<void> => {
    await database.inTenant(companyId, work).catch((error: unknown) => failures.push(error))
  }
  for (const { companyId, id } of await database.inSystem((tx) => listToLookAt(tx, new Date(now))))
    await each(companyId, (tenant) => planSubscription(tenant, id, now))
  for (const { companyId, id } of await database.inSystem(listHeld)) await each(companyId, (tenant) => releaseRun(tenant, id, now))
  if (failures.length > 0) throw failures[0]
}

/** A run for each period that came due since the last look; the key of the period keeps two processes from making two. */
async function planSubscription(tenant: Tenant, id: number, now: number): Promise<void> {
  const subscription = await findSubscription(tenant, id, 'SKIP')
  if (subscription === null) return
  const { consideredUntil: since, periodicity } = subscription
  const rhythm = await rhythmOf(tenant, subscription)
  const instances = await instancesOf(tenant, await scopeOfReport(tenant, subscription), { start: since - MARGIN_MS, end: now + MARGIN_MS })
  const due = duePeriods(rhythm, { since, now, instances })
  const { mailed, filed, named } = missedPlan(due, now)
  const isWanted = subscription.recipients.some(({ leftOn }) => leftOn === null) || agreedAddresses(subscription).length > 0
  for (const period of isWanted ? due : []) {
    if (named.includes(period)) continue
    const isMailed = period === mailed
    const missed = {
      late: (isMailed ? filed : []).map((one) => nameOf(one, rhythm)),
      named: (isMailed ? named : []).map((one) => nameOf(one, rhythm)),
    }
    const runId = await insertDueRun(tenant, subscription, { ...period, isMailed, ...missed })
    if (runId !== null) await releaseRun(tenant, runId, now)
  }
  const next = nextDueAt(rhythm, now, instances) ?? Infinity
  await setConsidered(tenant, id, { until: due.at(-1)?.dueAt ?? since, lookAt: Math.min(next, now + LOOK_AGAIN_MS[periodicity]) })
}

/** Has the report of the latest period made and mailed now, once a minute at most and whatever waits for confirmation; returns whether there was one. */
export async function planNow(tenant: Tenant, subscription: Subscription, now: number): Promise<boolean> {
  const rhythm = await rhythmOf(tenant, subscription)
  const instances = await instancesOf(tenant, await scopeOfReport(tenant, subscription), { start: now - MARGIN_MS, end: now + MARGIN_MS })
  const latest = latestPeriod(rhythm, now, instances)
  if (latest === null) return false
  const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString()
  const run = { ...latest, key: `X:${minute}`, dueAt: now, isMailed: true, late: [], named: [] }
  const runId = await insertDueRun(tenant, subscription, run)
  if (runId !== null) await planRun(tenant, runId, { subscription, from: latest.dates.from })
  return true
}

/** Has the files of the run made, unless it waits for its shifts to be confirmed. */
async function releaseRun(tenant: Tenant, runId: string, now: number): Promise<void> {
  const run = await holdRun(tenant, runId)
  if (run?.state !== 'HELD') return
  const subscription = await findSubscription(tenant, run.subscriptionId)
  if (subscription === null) return
  const { waitsForConfirmation } = subscription
  const { open } = waitsForConfirmation ? await countOpenShifts(tenant, run, await scopeOfReport(tenant, subscription)) : { open: 0 }
  if (isHeld({ waitsForConfirmation, dueAt: run.dueAt }, { unconfirmed: open, now })) return
  await planRun(tenant, runId, { subscription, from: run.from })
}

async function planRun(
  tenant: Tenant,
  runId: string,
  { subscription: { type, view }, from }: { readonly subscription: Subscription; readonly from: string },
): Promise<void> {
  await setRunState(tenant, runId, 'PLANNED')
  await enqueue(
    tenant,
    PLAN_JOB,
    { runId },
    { singletonKey: runId, subject: `${titleOfReport({ type, view: view ?? undefined }, 'en')} ${from}` },
  )
}

/** A date, of a shift with its time. */
function nameOf({ dates, shiftStart }: DuePeriod, { zone }: Rhythm): string {
  return shiftStart === null ? dates.from : clockText(shiftStart, zone).slice(0, 16)
}
