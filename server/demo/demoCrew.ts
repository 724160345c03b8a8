import type { CompanyId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database } from '#server/db/database.ts'
import { DEMO_CREW, DEMO_MANAGER, DEMO_PEOPLE } from '#server/identity/seedDemoPeople.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { classifyLosses, MAX_LOSSES_AT_ONCE } from '#server/loss/loss.service.ts'
import type { LossChange } from '#server/loss/loss.service.ts'
import { Refusal } from '#server/refusal.ts'
import { confirmShifts } from '#server/shift/shiftConfirmation.service.ts'
import { targetsOfShifts } from '#server/oee/shiftTarget.service.ts'
import { evaluateTasks } from '#server/task/keepTasks.ts'
import { readShiftTimes } from '#server/shift/shiftTimes.ts'
import { restateOne } from './crewRestatement.ts'
import { crewChecklists } from './crewChecklists.ts'
import { crewImports } from './crewImports.ts'
import { crewIntegration } from './crewIntegration.ts'
import { crewMessages } from './crewMessages.ts'
import { crewNotifications } from './crewNotifications.ts'
import { crewNotes } from './crewNotes.ts'
import { crewOrders } from './crewOrders.ts'
import { crewRequests } from './crewRequests.ts'
import { crewSupport } from './crewSupport.ts'
import { crewTimeline } from './crewTimeline.ts'
import { explain } from './crewStory.ts'
import { findCrew, findReasons, listNeverConfirmed, listUnexplained } from './demoCrew.store.ts'
import type { UnexplainedLoss } from './demoCrew.store.ts'

export type CrewDeps = {
  readonly database: Database
  readonly now: () => number
  readonly reload: (companyId: CompanyId, workCenterId: WorkCenterId) => Promise<void>
  /** Whether the orders of the days before are laid at machines that never had one; left out = no. */
  readonly laysPast?: boolean
}

/** What the crew did at one time. */
export type CrewRound = { readonly explained: number; readonly confirmed: number; readonly restated: number }

/** Stops of the last minutes are left to visitors, and so are the shifts of the last hours. */
const EXPLAINS_AFTER_MS = 25 * MINUTE_MS
const CONFIRMS_AFTER_MS = 14 * HOUR_MS
const LOOKS_BACK_MS = 30 * DAY_MS
const EVERY_MS = 5 * MINUTE_MS
/** While the history of a new demo is being made. */
const LOOKS_FOR_LIVE_EVERY_MS = 20_000
const SHIFTS_AT_ONCE = 100
/** Later than any operator, and before the next look. */
const CORRECTED_AFTER_MS = 24 * MINUTE_MS
const NOTE = 'Checked with the team'

/**
 * Lets the crew of the demo plant do its work once, through the same services as everybody: its lead plans job orders, it explains nine
 * of ten losses that are long enough over with a reason of the machine, and the lead confirms the shifts of the days before. Where a visitor has said something, it says nothing.
 */
export async function crewAtWork(deps: CrewDeps, companyId: CompanyId): Promise<CrewRound> {
  const { database, now } = deps
  const crew = await database.inSystem((tx) => findCrew(tx, companyId, DEMO_CREW))
  const at = now()
  const services = {
    database,
    now,
    ingest: { reload: (ref: { companyId: CompanyId; workCenterId: WorkCenterId }) => deps.reload(ref.companyId, ref.workCenterId) },
  }
  const lead = memberOf(crew, null)
  const operator = [...crew.values()].find(({ userId }) => userId !== lead?.userId)
  // What takes a moment comes first: in the first round of a new demo the past takes minutes, and visitors are there already.
  await crewRequests(deps, companyId, lead, operator)
  await crewChecklists(deps, companyId, lead, operator)
  await crewSupport(deps, companyId, DEMO_PEOPLE[0]?.email ?? '')
  await crewTimeline(deps, companyId, lead)
  await crewNotifications(deps, companyId, lead, operator)
  // Orders come before reasons: what people say when they confirm output is said of rejects then, and nobody says it twice.
  // What machines counted a moment ago waits for the next round.
  const ingest = { ...services.ingest, settle: () => Promise.resolve() }
  await crewOrders({ ...services, ingest, shiftTimes: readShiftTimes }, companyId, lead, {
    inShift: (code) => memberOf(crew, code),
    ids: [...crew.values()].map(({ userId }) => userId),
    laysPast: deps.laysPast ?? false,
  })
  await crewImports({ ...services, ingest, shiftTimes: readShiftTimes }, companyId, lead)
  await crewIntegration(deps, companyId, lead)
  await crewMessages(deps, companyId, lead, operator)
  const { losses, reasons } = await database.inTenant(companyId, async (tenant) => ({
    losses: await listUnexplained(tenant, at - LOOKS_BACK_MS, at - EXPLAINS_AFTER_MS),
    reasons: await findReasons(tenant),
  }))
  // Said shift by shift, and folded once a machine: in a new demo that is hundreds of shifts.
  const places = new Set<WorkCenterId>()
  const saying = {
    ...services,
    ingest: { reload: ({ workCenterId }: { workCenterId: WorkCenterId }) => Promise.resolve(void places.add(workCenterId)) },
  }
  let explained = 0
  try {
    for (const ofOneShift of byShift(losses)) {
      const member = memberOf(crew, ofOneShift[0]?.shiftCode ?? null)
      const all = ofOneShift.flatMap((loss) => saidOf(loss, reasons)).slice(0, MAX_LOSSES_AT_ONCE)
      if (member === undefined || all.length === 0) continue
      const done = classifyLosses(
        saying,
        { member, visible: null },
        all.map(({ said }) => said),
      )
      // A loss may have changed or gone since it was read: the next round sees what is left.
      explained += await done.then((losses) => losses.length).catch(ignoreRefusal)
      const corrections = all.flatMap(({ correction }) => correction ?? [])
      if (corrections.length > 0 && lead !== undefined)
        await classifyLosses(saying, { member: lead, visible: null }, corrections).catch(ignoreRefusal)
    }
  } finally {
    // Also where something failed midway: what was said shows at once.
    for (const workCenterId of places) await deps.reload(companyId, workCenterId)
  }
  await crewNotes(deps, companyId, (code) => memberOf(crew, code))
  const shifts = { ...services, shiftTargets: targetsOfShifts, evaluateTasks }
  const confirmed = await confirmOld(shifts, companyId, lead)
  const restated = await restateOne(shifts, companyId, { manager: crew.get(DEMO_MANAGER), lead }, reasons)
  return { explained, confirmed, restated }
}

/** What an operator says of the loss, and what the shift lead says instead when it is wrong; nothing where nobody explains it. */
function saidOf(
  loss: UnexplainedLoss,
  reasons: ReadonlyMap<string, LossReasonId>,
): readonly { readonly said: LossChange; readonly correction: LossChange | null }[] {
  const said = explain(loss)
  const reasonId = said === null ? undefined : reasons.get(said.reason)
  if (said === null || reasonId === undefined) return []
  const change = { id: loss.lossId, scope: 'LOSS', isCopiedOnward: false } as const
  const right = said.correction === null ? undefined : reasons.get(said.correction)
  const { tilePlace, shownMs } = said
  return [
    {
      said: {
        ...change,
        reasonId,
        comment: said.comment,
        how: { via: 'TILE', tilePlace, shownMs, saidAt: loss.end + said.afterMs },
      },
      correction:
        right === undefined
          ? null
          : { ...change, reasonId: right, how: { via: 'SEARCH', tilePlace: null, shownMs: null, saidAt: loss.end + CORRECTED_AFTER_MS } },
    },
  ]
}

type Services = Parameters<typeof confirmShifts>[0]

async function confirmOld(services: Services, companyId: CompanyId, lead: Membership | undefined): Promise<number> {
  const { database, now } = services
  const at = now()
  const ids = await database.inTenant(companyId, (tenant) => listNeverConfirmed(tenant, at - LOOKS_BACK_MS, at - CONFIRMS_AFTER_MS))
  let confirmed = 0
  for (let from = 0; lead !== undefined && from < ids.length; from += SHIFTS_AT_ONCE) {
    const outcomes = await confirmShifts(services, lead, null, {
      ids: ids.slice(from, from + SHIFTS_AT_ONCE),
      workCenterIds: null,
      comment: NOTE,
    })
    confirmed += outcomes.filter(({ refusal }) => refusal === null).length
  }
  return confirmed
}

/** Has the crew of the demo company work again and again while its machines are live. */
export function keepCrewAtWork(jobs: Pick<Jobs, 'every'>, deps: CrewDeps, companyId: CompanyId, isLive: () => boolean): void {
  jobs.every('DEMO_CREW', { next: (now) => now + (isLive() ? EVERY_MS : LOOKS_FOR_LIVE_EVERY_MS) }, async ({ log }) => {
    if (!isLive()) return
    const round = await crewAtWork(deps, companyId)
    if (round.explained + round.confirmed + round.restated > 0) log.info(round, 'the crew of the demo was at work')
  })
}

function memberOf(crew: ReadonlyMap<string, Membership>, shiftCode: string | null): Membership | undefined {
  return crew.get(DEMO_CREW.find((one) => one.shiftCode === shiftCode)?.email ?? '')
}

/** Losses of one shift of a work center, in the given order. */
function byShift(losses: readonly UnexplainedLoss[]): readonly (readonly UnexplainedLoss[])[] {
  return [...Map.groupBy(losses, ({ workCenterId, shiftStart }) => `${workCenterId} ${shiftStart}`).values()]
}

function ignoreRefusal(error: unknown): number {
  if (error instanceof Refusal) return 0
  throw error
}
