import { AcknowledgeHandoverDocument } from '#web/api/generated/graphql.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { HANDOVER_SEEN, type SeenInput, seenOf } from './handoverKinds.ts'

export type MarkSeen = {
  /** Whether it is on its way, or waits to be sent. */
  readonly isSaid: boolean
  say(): void
}

/** Returns how somebody says that what was left for a shift was read. Without a connection it waits in the outbox. */
export function useMarkSeen(of: Pick<SeenInput, 'shiftDate' | 'shiftId' | 'workCenterId'>): MarkSeen {
  const unsent = useUnsent()
  const { run, sent } = useChange(AcknowledgeHandoverDocument)
  const { entries } = useOutbox()
  const isWaiting = entries.some((entry) => {
    const seen = seenOf(entry)
    return (
      entry.refusal === null && seen?.workCenterId === of.workCenterId && seen.shiftId === of.shiftId && seen.shiftDate === of.shiftDate
    )
  })
  const say = async () => {
    const now = unsent.now()
    const acting = actingUserId()
    const late = {
      ...of,
      ...(now !== null && { occurredAt: new Date(now).toISOString() }),
      ...(acting !== null && { actingUserId: acting }),
    }
    const keep = () => unsent.add(HANDOVER_SEEN, [late])
    if (unsent.isWaiting() && (await keep())) return
    const { problems } = await run(of)
    if (isTransient(problems)) await keep()
  }
  return { isSaid: sent !== null || isWaiting, say: () => void say() }
}
