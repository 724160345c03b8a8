import { sql } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { ShiftNoteKind } from '#engine/shift/handover.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { acknowledgeHandover, closeShiftNote, saveShiftNote } from '#server/shift/handover.service.ts'
import { listOpenItems } from '#server/shift/handover.store.ts'
import { shareOf } from './crewStory.ts'

/** A recorded shift of a machine of the demo plant. */
type CrewShift = {
  readonly workCenterId: WorkCenterId
  readonly machine: string
  readonly code: string
  readonly shiftId: number
  readonly shiftDate: string
  readonly start: number
  readonly end: number
  readonly hasNote: boolean
  readonly isSeen: boolean
}

type CrewNote = { readonly kind: ShiftNoteKind; readonly text: string }

type Deps = { readonly database: Database; readonly now: () => number }

const LOOKS_BACK_MS = 3 * DAY_MS
/** Written so long before the end of the shift, read so long after the beginning of the next. */
const BEFORE_END_MS = 15 * MINUTE_MS
const AFTER_START_MS = 12 * MINUTE_MS
/** One shift of so many leaves word. */
const SHARE_NOTED = 0.3
const SHARE_DONE = 0.7
const DONE_AFTER_MS = 10 * HOUR_MS
const NOTES: readonly CrewNote[] = [
  { kind: 'NOTE', text: 'Runs well since the guide was adjusted. Do not change the speed.' },
  { kind: 'NOTE', text: 'Last pallet of material is half empty, the next one stands in aisle 4.' },
  { kind: 'OPEN_ITEM', text: 'Sensor at the outfeed is loose, please fasten it' },
  { kind: 'OPEN_ITEM', text: 'Grease the main bearing, the grease gun was empty' },
  { kind: 'NOTE', text: 'First pieces after a changeover are too wide, measure three of them.' },
  { kind: 'SAFETY', text: 'Oil on the floor behind the machine was cleaned, mind the step.' },
]

/**
 * Lets the crew of the demo plant leave word from shift to shift, as far as it has not: some shifts write a note or an open item, the next one reads it,
 * and most items are done a while later. The running shift is left to visitors.
 */
export async function crewNotes(
  deps: Deps,
  companyId: CompanyId,
  memberOf: (shiftCode: string | null) => Membership | undefined,
): Promise<void> {
  const now = deps.now()
  const shifts = await deps.database.inTenant(companyId, (tenant) => listCrewShifts(tenant, now - LOOKS_BACK_MS, now))
  for (const shift of shifts) {
    const member = memberOf(shift.code)
    if (member === undefined) continue
    const at = { database: deps.database, now: () => shift.end - BEFORE_END_MS }
    const note = shift.hasNote ? null : noteOf(shift)
    if (note !== null) await saveShiftNote(at, member, null, { ...newNote(shift), ...note }, null)
    const name = { date: shift.shiftDate, shiftId: shift.shiftId }
    if (!shift.isSeen) {
      await acknowledgeHandover({ database: deps.database, now: () => shift.start + AFTER_START_MS }, member, shift.workCenterId, name)
    }
  }
  await doItems(deps, companyId, memberOf(null))
}

async function doItems(deps: Deps, companyId: CompanyId, lead: Membership | undefined): Promise<void> {
  if (lead === undefined) return
  const items = await deps.database.inTenant(companyId, (tenant) => listOpenItems(tenant, null, 100))
  for (const { id, text, createdOn, team } of items) {
    const isDue = deps.now() - createdOn.getTime() > DONE_AFTER_MS
    const isOurs = team === TEAM && NOTES.some((note) => note.text === text)
    if (!isDue || !isOurs || shareOf(`${id} done`) >= SHARE_DONE) continue
    await closeShiftNote(deps, lead, null, { id, version: null, isClosed: true })
  }
}

const TEAM = 'Maintenance'

/** What the shift leaves; the same shift always the same. */
function noteOf({ machine, start }: CrewShift): CrewNote | null {
  const key = `${machine} ${start} note`
  if (shareOf(key) >= SHARE_NOTED) return null
  return NOTES[Math.floor(shareOf(`${key} which`) * NOTES.length)] ?? null
}

function newNote({ workCenterId, shiftDate, shiftId }: CrewShift): Omit<Parameters<typeof saveShiftNote>[3], 'kind' | 'text'> {
  return {
    id: null,
    version: null,
    workCenterIds: [workCenterId],
    shift: { date: shiftDate, shiftId },
    loss: null,
    owner: 'TEAM',
    ownerId: null,
    team: TEAM,
    due: { date: null, shiftId: null },
  }
}

async function listCrewShifts({ tx, companyId }: Tenant, from: number, now: number): Promise<readonly CrewShift[]> {
  const { rows } = await sql<CrewShift>`
    select s.work_center_id as "workCenterId", w.external_code as machine, s.code, s.shift_id as "shiftId", s.shift_date::text as "shiftDate",
      s.start_at as start, s.end_at as end,
      exists (select from shift_note n where n.company_id = s.company_id and n.shift_start_at = s.start_at and s.work_center_id = any(n.work_center_ids)) as "hasNote",
      exists (select from handover_seen h where h.company_id = s.company_id and h.work_center_id = s.work_center_id and h.shift_start_at = s.start_at) as "isSeen"
    from shift s
    join work_center w on w.company_id = s.company_id and w.id = s.work_center_id and w.external_code is not null
    where s.company_id = ${companyId} and s.end_at >= ${from}::int8 and s.end_at < ${now}::int8
    order by s.start_at, s.work_center_id`.execute(tx)
  return rows
}
