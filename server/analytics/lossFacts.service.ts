import type { LossFact } from '#engine/analytics/lossFact.ts'
import { lossParts, lossPlan, stretchesFrom, type LossGrain, type LossPart } from '#engine/analytics/lossPlan.ts'
import { dateAt, movedDate, periodsBetween, type DateRange } from '#engine/time/statPeriod.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Refusal } from '#server/refusal.ts'
import { listLargeCompanies } from '#server/oee/recordSums.store.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { readLosses, readLossSums, type FactsQuestion } from './lossFacts.store.ts'
import { keepLossSums, keptBefore, listKeptPeriods, type SumsKind, type SumsToKeep } from './lossSums.store.ts'

/** The losses of fewer work centers are read themselves. */
const KEEP_FROM_WORK_CENTERS = 10
/** So many missing periods are summed while somebody waits for an answer; the rest is read from the losses and kept within the hour. */
const MOST_KEPT_AT_ONCE: Readonly<Record<LossGrain, number>> = { DAY: 31, WEEK: 4, MONTH: 1 }
const KEEP_EVERY_MS = 3_600_000
const KEPT_DAYS = 400

/** Returns the losses of the shifts of the dates, those that are alike together, as they are stored: from kept sums where they can answer, else from the losses. Refuses more than the question takes. */
export async function loadLossFacts(tenant: Tenant, question: FactsQuestion, dates: DateRange): Promise<readonly LossFact[]> {
  const kept = keptKindsOf(question)
  if (kept === null) return checked(await readLosses(tenant, question, { ...dates, grain: 'ROWS' }), question)
  const facts: LossFact[] = []
  for (const part of lossParts(kept.grain, dates, await keptBefore(tenant))) {
    for (const stretch of await stretchesOf(tenant, kept, part)) {
      const read = stretch.grain === 'ROWS' ? readLosses(tenant, question, stretch) : readLossSums(tenant, question, kept.cut, stretch)
      facts.push(...checked(await read, question))
    }
  }
  return facts
}

function checked(facts: readonly LossFact[], { most }: FactsQuestion): readonly LossFact[] {
  if (facts.length > most) throw new Refusal({ code: 'TOO_MANY_RESULTS', field: 'by', params: { max: most } })
  return facts
}

/** Sums that could be kept. */
export type MissingSums = { readonly kind: SumsKind; readonly sums: SumsToKeep }

/** Returns the sums from which the question could be answered and that are not kept: the newest, as many as somebody may wait for. */
export async function listMissingSums(tenant: Tenant, question: FactsQuestion, dates: DateRange): Promise<readonly MissingSums[]> {
  const kept = keptKindsOf(question)
  if (kept === null) return []
  const missing: MissingSums[] = []
  for (const part of lossParts(kept.grain, dates, await keptBefore(tenant))) {
    if (part.grain === 'ROWS') continue
    const kind = { ...kept, grain: part.grain }
    const firstDates = (await missingPeriods(tenant, kind, part)).slice(-MOST_KEPT_AT_ONCE[part.grain])
    if (firstDates.length > 0) missing.push({ kind, sums: { firstDates, stretches: stretchesFrom(part.grain, firstDates) } })
  }
  return missing
}

/** The sums that can answer, of the coarsest periods; null where only losses themselves can. */
function keptKindsOf({ by, filter, zones }: FactsQuestion): SumsKind | null {
  const plan = lossPlan({
    by,
    isOfWorkCenters: filter.workCenterIds !== null || filter.workCenterGroupIds !== null,
    isOfHours: filter.clockHours !== null,
    isOfWeekdays: filter.weekdays !== null,
  })
  const clock = plan?.cut === 'HOUR' ? clockOf(zones) : ''
  return plan === null || clock === null || zones.size < KEEP_FROM_WORK_CENTERS ? null : { ...plan, clock }
}

/**
 * Has the sums of days, weeks and months that are over kept before anybody asks: every hour, by one process. Late changes forget the periods that they
 * touch, so they are kept again here.
 */
export function keepLossSumsRegularly(
  jobs: Pick<Jobs, 'every'>,
  database: Pick<Database, 'inSystem' | 'inTenant'>,
  now: () => number = Date.now,
): void {
  jobs.every('LOSS_SUMS', { next: (at) => at + KEEP_EVERY_MS, isAtStart: true }, async ({ signal, log }) => {
    for (const companyId of await database.inSystem((tx) => listLargeCompanies(tx, KEEP_FROM_WORK_CENTERS))) {
      try {
        for (const kind of REGULAR) {
          // A few periods at a time: a change of past losses waits for those that are being summed.
          while (!signal.aborted && (await database.inTenant(companyId, (tenant) => keepRecent(tenant, kind, now()))));
        }
      } catch (error) {
        // The next one may well be smaller; this one is tried again in an hour.
        log.warn({ err: error, companyId }, 'sums of losses could not be kept')
      }
    }
  })
}

/** What is kept of itself; days of each work center, person or status only when somebody asks for them. */
const REGULAR: readonly Omit<SumsKind, 'clock'>[] = [
  { grain: 'MONTH', cut: 'COMPANY' },
  { grain: 'WEEK', cut: 'COMPANY' },
  { grain: 'DAY', cut: 'COMPANY' },
  { grain: 'DAY', cut: 'HOUR' },
  { grain: 'MONTH', cut: 'WORK_CENTER' },
  { grain: 'WEEK', cut: 'WORK_CENTER' },
  { grain: 'MONTH', cut: 'PERSON' },
  { grain: 'WEEK', cut: 'PERSON' },
  { grain: 'MONTH', cut: 'STATUS' },
  { grain: 'WEEK', cut: 'STATUS' },
]

/** Keeps a few of the missing sums of the last 400 days, the newest first; returns whether there may be more. */
async function keepRecent(tenant: Tenant, { grain, cut }: Omit<SumsKind, 'clock'>, now: number): Promise<boolean> {
  const zones = await listPlantZones(tenant, null)
  const clock = cut === 'HOUR' ? clockOf(zones) : ''
  if (clock === null) return false
  const today = dateAt('UTC', now)
  const dates = { from: movedDate(today, -KEPT_DAYS), to: today }
  const closedBefore = await keptBefore(tenant)
  const whole = lossParts(grain, dates, closedBefore).filter((part) => part.grain === grain)
  const missing = (await Promise.all(whole.map((part) => missingPeriods(tenant, { grain, cut, clock }, part)))).flat()
  const wanted = missing.slice(-MOST_KEPT_AT_ONCE[grain])
  return (
    wanted.length > 0 &&
    (await keepLossSums(tenant, { grain, cut, clock }, { firstDates: wanted, stretches: stretchesFrom(grain, wanted) }, zones)) &&
    wanted.length < missing.length
  )
}

async function missingPeriods(tenant: Tenant, kind: SumsKind, dates: DateRange): Promise<readonly string[]> {
  const kept = await listKeptPeriods(tenant, kind, dates)
  return periodsBetween(kind.grain, dates)
    .map(({ from }) => from)
    .filter((from) => !kept.has(from))
}

/** The part in stretches from kept sums and from losses. */
async function stretchesOf(tenant: Tenant, kind: SumsKind, part: LossPart): Promise<readonly LossPart[]> {
  const { grain } = part
  if (grain === 'ROWS') return [part]
  const kept = await listKeptPeriods(tenant, { ...kind, grain }, part)
  const stretches: LossPart[] = []
  for (const { from, to } of periodsBetween(grain, part)) {
    const read = kept.has(from) ? grain : 'ROWS'
    const last = stretches.at(-1)
    if (last?.grain === read) stretches[stretches.length - 1] = { ...last, to }
    else stretches.push({ from, to, grain: read })
  }
  return stretches
}

/** The clock of hours where all plants have the same; null where they differ. */
function clockOf(zones: FactsQuestion['zones']): string | null {
  const [zone, ...others] = new Set(zones.values())
  return zone !== undefined && others.length === 0 ? zone : null
}
