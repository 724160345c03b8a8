import { sql } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { RequestMember } from '#server/workRequest/requestMember.ts'
import { commentRequest, createRequest, moveRequest } from '#server/workRequest/workRequest.service.ts'

type RequestStory = {
  readonly content: string
  /** At which machine of the plant, from 0; null = at none. */
  readonly place: number | null
  readonly writtenHoursAgo: number
  /** Hours from now. */
  readonly dueIn: number | null
  /** Each a few hours after the one before. */
  readonly moves: readonly WorkRequestStatus[]
  readonly minutesWorked: number | null
  readonly answer: string | null
}

const STORIES: readonly RequestStory[] = [
  {
    content: 'Oil under the gearbox, a drop every minute',
    place: 0,
    writtenHoursAgo: 52,
    dueIn: 20,
    moves: ['DISPATCHER', 'RESPONSIBLE', 'PREPARATION', 'EXECUTION'],
    minutesWorked: null,
    answer: 'Seal is ordered and comes tomorrow. Top up the oil at each change of shift',
  },
  {
    content: 'Light curtain stops the machine although nobody is near it',
    place: 1,
    writtenHoursAgo: 30,
    dueIn: -3,
    moves: ['DISPATCHER', 'RESPONSIBLE'],
    minutesWorked: null,
    answer: null,
  },
  {
    content: 'Compressed air is weak in the second half of the night',
    place: null,
    writtenHoursAgo: 9,
    dueIn: null,
    moves: ['DISPATCHER'],
    minutesWorked: null,
    answer: null,
  },
  {
    content: 'Label printer prints askew',
    place: 2,
    writtenHoursAgo: 2,
    dueIn: 46,
    moves: [],
    minutesWorked: null,
    answer: null,
  },
  {
    content: 'Conveyor belt is frayed at the joint',
    place: 3,
    writtenHoursAgo: 120,
    dueIn: -48,
    moves: ['DISPATCHER', 'RESPONSIBLE', 'PREPARATION', 'EXECUTION', 'DONE'],
    minutesWorked: 95,
    answer: 'New belt is on, the old one is kept as a spare',
  },
]
const STEP_MS = 2 * HOUR_MS
/** The demo keeps a request for so long. */
const KEPT_MS = 12 * DAY_MS

type Deps = { readonly database: Database; readonly now: () => number }

/** Lets the crew of the demo plant write work requests that it has not written yet, and the lead move them on. */
export async function crewRequests(
  deps: Deps,
  companyId: CompanyId,
  lead: Membership | undefined,
  operator: Membership | undefined,
): Promise<void> {
  if (lead === undefined || operator === undefined) return
  const { places, written } = await deps.database.inTenant(companyId, (tenant) => knownRequests(tenant, new Date(deps.now() - KEPT_MS)))
  for (const story of STORIES) if (!written.has(story.content)) await write(deps, { lead, operator }, story, places)
}

async function write(
  deps: Deps,
  { lead, operator }: { readonly lead: Membership; readonly operator: Membership },
  story: RequestStory,
  places: readonly WorkCenterId[],
): Promise<void> {
  const now = deps.now()
  const at = (hours: number) => now + hours * HOUR_MS
  const manager: RequestMember = { ...lead, mayUpdate: true, mayManage: true, visible: null }
  const writer: RequestMember = { ...operator, mayUpdate: true, mayManage: false, visible: null }
  const since = at(-story.writtenHoursAgo)
  let request = await createRequest(
    deps,
    writer,
    {
      content: story.content,
      workCenterId: story.place === null ? null : (places[story.place] ?? null),
      source: 'PERSON',
      subject: null,
      seenUntil: null,
      responsibleId: null,
      dueAt: story.dueIn === null ? null : at(story.dueIn),
      attachmentIds: [],
      occurredAt: since,
    },
    null,
  )
  for (const [index, status] of story.moves.entries())
    request = await moveRequest(
      deps,
      manager,
      {
        id: request.id,
        version: request.version,
        status,
        comment: null,
        responsibleId: status === 'RESPONSIBLE' ? lead.userId : null,
        minutesWorked: status === 'DONE' ? story.minutesWorked : null,
        occurredAt: Math.min(now, since + (index + 1) * STEP_MS),
      },
      null,
    )
  if (story.answer === null) return
  await commentRequest(deps, manager, { id: request.id, content: story.answer, contentType: 'TEXT', occurredAt: now - HOUR_MS }, null)
}

/** The machines of the plant, and what is written already; what is older goes, so that the crew writes it anew. */
async function knownRequests({ tx, companyId }: Tenant, oldest: Date) {
  await sql`delete from work_request where company_id = ${companyId} and created_at < ${oldest}`.execute(tx)
  const places = await sql<{ readonly id: WorkCenterId }>`select id from work_center where company_id = ${companyId}
    and device_status <> 'ARCHIVE' and not is_trial order by id limit 12`.execute(tx)
  const written = await sql<{ readonly content: string }>`select content from work_request where company_id = ${companyId}`.execute(tx)
  return { places: places.rows.map(({ id }) => id), written: new Set(written.rows.map(({ content }) => content)) }
}

/** Removes the work requests of visitors, and those of the crew that visitors changed: the crew writes its own again. */
export async function removeForeignRequests({ tx, companyId }: Tenant, crew: readonly string[]): Promise<void> {
  await sql`delete from work_request r where r.company_id = ${companyId} and (r.created_by <> all(${crew}::uuid[])
    or r.version > 1 + (select count(*) from work_request_event e where e.company_id = r.company_id and e.work_request_id = r.id
        and e.from_status is not null and e.user_id = any(${crew}::uuid[])))`.execute(tx)
}
