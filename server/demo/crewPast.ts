import type { CompanyId, ItemId, JobOrderId, UserId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import type { Membership } from '#server/company/membership.store.ts'
import { addMessage } from '#server/conversation/conversation.service.ts'
import { actOnOrder } from '#server/jobOrder/jobOrderAction.service.ts'
import type { OrderAct } from '#server/jobOrder/jobOrderAction.service.ts'
import { createOrder } from '#server/jobOrder/jobOrderEdit.service.ts'
import type { OrderDeps } from '#server/jobOrder/orderDeps.ts'
import type { CrewPlace } from './crewOrders.store.ts'
import { hasRuns, listHourOutput, listSetups, listWorkedShifts } from './crewPast.store.ts'
import { shareOf } from './crewStory.ts'
import { talkOf } from './crewMessages.ts'
import { productsOf } from './demoProducts.ts'
import { bordersOf } from './orderBorders.ts'

/** Who plans, and who works in the shift of a code. */
export type PastCrew = {
  readonly lead: Membership
  readonly inShift: (code: string) => Membership | undefined
  readonly ids: readonly UserId[]
}

/** A shorter past is left as it is. */
const SHORTEST_PAST_MS = 24 * HOUR_MS
/** The order in progress began so long ago at least. */
const SETTLED_MS = 30 * MINUTE_MS
const CHANGEOVER_MS = 8 * MINUTE_MS
const PLANNED_AHEAD_MS = 20 * HOUR_MS
/** A plan is so far below what is made at most: nobody stops before it is made. */
const PLAN_BELOW = 0.05
/** An order was planned to take between so much less and so much more time than it did: some are behind their plan, some before it. */
const PLANNED_SHORTER = 0.9
const PLANNED_SPREAD = 0.15
/** Work is planned to begin and to end at five minutes. */
const PLAN_STEP_MS = 5 * MINUTE_MS
/** One order of so many is promised too early, and beside one of so many people write. */
const SHARE_LATE = 0.12
const SHARE_TALKED = 0.12

/**
 * Lays the orders of the days before at a machine that never had one, as people would have made them then: each was planned the day before, begun where the
 * machine was set up and paused when the next one began. The last one goes on. Returns whether there was anything to do; nothing is counted for the
 * orders before the work center is folded again.
 */
export async function layPastOrders(
  deps: OrderDeps,
  companyId: CompanyId,
  crew: PastCrew,
  { place, items }: { readonly place: CrewPlace; readonly items: ReadonlyMap<string, ItemId> },
): Promise<boolean> {
  const { database } = deps
  const products = productsOf(place.machine)
  const found = await database.inTenant(companyId, async (tenant) => {
    if (products.length === 0 || place.targetSpeed === null || (await hasRuns(tenant, place.workCenterId))) return null
    const until = deps.now() - SETTLED_MS
    const shifts = await listWorkedShifts(tenant, place.workCenterId, { start: 0, end: until })
    // Nothing is dated into shifts that the lead confirmed.
    const open = shifts.slice(shifts.findLastIndex(({ isConfirmed }) => isConfirmed) + 1)
    const [first] = open
    if (first === undefined || until - first.start < SHORTEST_PAST_MS) return null
    const past = { start: first.start, end: until }
    return {
      past,
      shifts: open,
      setups: await listSetups(tenant, place.workCenterId, past, CHANGEOVER_MS),
      hours: await listHourOutput(tenant, place.workCenterId, past),
    }
  })
  if (found === null) return false
  const { past, shifts, setups, hours } = found
  const borders = bordersOf(setups, past, place.machine)
  let before: JobOrderId | null = null
  for (const [index, start] of borders.entries()) {
    const end = borders[index + 1] ?? null
    const key = `${place.machine} ${start}`
    const worker = crew.inShift(shifts.findLast((shift) => shift.start <= start)?.code ?? '') ?? crew.lead
    const product = products[Math.floor(shareOf(`${key} product`) * products.length)]
    const made = madeIn(hours, { start, end: end ?? past.end })
    const restHours = 1 + 3 * shareOf(`${key} rest`)
    const wanted = end === null ? made + restHours * 60 * (place.targetSpeed ?? 1) : made * planShare(key)
    const takes = (end ?? deps.now() + restHours * HOUR_MS) - start
    const planStart = toStep(start - CHANGEOVER_MS * shareOf(`${key} start`))
    const planEnd = toStep(planStart + takes * (PLANNED_SHORTER + PLANNED_SPREAD * shareOf(`${key} window`)))
    const due = (end ?? deps.now() + 4 * HOUR_MS) + (shareOf(`${key} late`) < SHARE_LATE ? -1.5 : 1 + 8 * shareOf(`${key} due`)) * HOUR_MS
    const order = await createOrder(
      { ...deps, now: () => start - PLANNED_AHEAD_MS },
      crew.lead,
      null,
      {
        status: 'PLANNED',
        source: 'SCREEN',
        itemId: items.get(product?.sku ?? '') ?? null,
        workCenterId: place.workCenterId,
        planOutput: Math.max(10, Math.round(wanted / 10) * 10),
        externalCode: `SO-${Math.floor(30_000 + 9_999 * shareOf(key))}-${place.workCenterId}${index}`,
        planStart,
        planEnd: Math.max(planEnd, planStart + PLAN_STEP_MS),
        dueDate: Math.round(due / HOUR_MS) * HOUR_MS,
      },
      null,
    )
    const running: OrderAct['running'] = before === null ? { choice: 'KEEP', ids: null } : { choice: 'STOP', ids: [before] }
    const began = { id: order.id, action: 'START', at: null, comment: null, source: 'SCREEN', running } as const
    await actOnOrder({ ...deps, now: () => start }, worker, null, began, null)
    if (shareOf(`${key} talk`) < SHARE_TALKED) {
      const said = { beside: { jobOrderId: order.id }, contentType: 'TEXT', occurredAt: null } as const
      const [question, answer] = talkOf(key)
      await addMessage({ ...deps, now: () => start - HOUR_MS }, crew.lead, null, { ...said, content: question }, null)
      await addMessage({ ...deps, now: () => start + 12 * MINUTE_MS }, worker, null, { ...said, content: answer }, null)
    }
    before = order.id
  }
  return true
}

function toStep(at: number): number {
  return Math.round(at / PLAN_STEP_MS) * PLAN_STEP_MS
}

/** Most orders make what was planned, a few fall short of it. */
function planShare(key: string): number {
  return 1.005 - PLAN_BELOW * shareOf(`${key} plan`)
}

/** Units of hours that the interval cuts count by its share of them. */
function madeIn(hours: readonly (Interval & { readonly accepted: number })[], { start, end }: Interval): number {
  return hours.reduce((sum, hour) => {
    const share = (Math.min(end, hour.end) - Math.max(start, hour.start)) / (hour.end - hour.start)
    return sum + Math.max(0, share) * hour.accepted
  }, 0)
}
