import { AcknowledgeHandoverDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { useOutbox } from '#web/parts/outbox/theOutbox.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { HANDOVER_SEEN, type SeenInput, seenOf } from './handoverKinds.ts'
import { saidHere } from '#web/parts/outbox/attempt.ts'

export type MarkSeen = {
  /** Whether it is on its way, or waits to be sent. */
  readonly isSaid: boolean
  /** Why it was refused, until it is said again. */
  readonly problems: readonly ApiProblem[]
  say(): void
}

/** Returns how somebody says that what was left for a shift was read. Without a connection it waits in the outbox. */
export function useMarkSeen(of: Pick<SeenInput, 'shiftDate' | 'shiftId' | 'workCenterId'>): MarkSeen {
  const unsent = useUnsent()
  const { run, sent, problems } = useChange(AcknowledgeHandoverDocument)
  const { entries } = useOutbox()
  const isWaiting = entries.some((entry) => {
    const seen = seenOf(entry)
    return (
      entry.refusal === null && seen?.workCenterId === of.workCenterId && seen.shiftId === of.shiftId && seen.shiftDate === of.shiftDate
    )
  })
  const say = async () => {
    const seen = { ...of, ...saidHere(unsent.now(), actingUserId()) }
    const keep = () => unsent.add(HANDOVER_SEEN, [seen])
    if (unsent.isWaiting() && (await keep())) return
    if (isTransient((await run(seen)).problems)) await keep()
  }
  return { isSaid: sent !== null || isWaiting, problems: isWaiting ? [] : problems, say: () => void say() }
}
