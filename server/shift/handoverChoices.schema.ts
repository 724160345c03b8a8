import type { UserId, WorkCenterId } from '#engine/ids.ts'
import { mayWriteNotes } from '#engine/shift/handover.ts'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { calendarOf, instancesBetween } from '#engine/time/calendar.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { listItemOwners } from './handoverChoices.store.ts'
import type { DueShift } from './handover.store.ts'
import { scheduleInForce, versionAt } from './scheduleInForce.service.ts'
import { DueShiftRef } from './shiftNote.schema.ts'

const MAX_PEOPLE = 200
/** Three days of three shifts. */
const MAX_SHIFTS = 9
const AHEAD_MS = 8 * DAY_MS

/** What an open item can be given: whose it is and by when it is due. */
type HandoverChoices = { readonly people: readonly UserId[]; readonly hasMorePeople: boolean; readonly shifts: readonly DueShift[] }

const HandoverChoicesRef = builder.objectRef<HandoverChoices>('HandoverChoices').implement({
  fields: (t) => ({
    people: t.field({
      type: [UserRef],
      description: 'Who may be asked; those who are not there any more are left out.',
      resolve: async ({ people }, _args, context) => {
        const found = await Promise.all(people.map((id) => userById(context).load(id)))
        return found.filter((user) => user !== null)
      },
    }),
    hasMorePeople: t.exposeBoolean('hasMorePeople', { description: `Whether there are more than the first ${MAX_PEOPLE}.` }),
    shifts: t.field({ type: [DueShiftRef], description: 'The next shifts, the first one ahead.', resolve: ({ shifts }) => [...shifts] }),
  }),
})

builder.queryFields((t) => ({
  handoverChoices: t.field({
    type: HandoverChoicesRef,
    authScopes: can('READ', 'SHIFTS'),
    description: 'Whom an open item of the work center can be for and by which shift it can be due. Nobody for people who write no notes.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) => {
      const { id } = await context.workCenter(args.workCenterId)
      const { role, companyId } = context.member()
      const mayWrite = mayWriteNotes(grantsOf(abilitiesOf(role, companyId)), role)
      return await context.inTenant(async (tenant) => {
        const people = mayWrite ? await listItemOwners(tenant, id, MAX_PEOPLE + 1) : []
        const shifts = await nextShifts(tenant, id, context.now())
        return { people: people.slice(0, MAX_PEOPLE), hasMorePeople: people.length > MAX_PEOPLE, shifts }
      })
    },
  }),
}))

async function nextShifts(
  tenant: Parameters<typeof scheduleInForce>[0],
  workCenterId: WorkCenterId,
  now: number,
): Promise<readonly DueShift[]> {
  const { versions } = await scheduleInForce(tenant, workCenterId)
  return instancesBetween(calendarOf(versions), now, now + AHEAD_MS)
    .filter(({ start }) => start > now)
    .slice(0, MAX_SHIFTS)
    .map(({ shiftId, shiftDate, start, end }) => ({
      shiftId,
      shiftDate,
      name: versionAt(versions, start)?.shifts.find((one) => one.shiftId === shiftId)?.name ?? '',
      end,
    }))
}
