import { useState } from 'react'
import { AcknowledgeDocument, PutAwayDocument, SnoozeDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { snoozedUntil } from './notifications.view.ts'
import type { SnoozeChoice } from './notifications.view.ts'

/** What can be done with notifications, and what was done last as long as it can be taken back. */
export type InboxActs = {
  /** The notification that something is being done with; null = none. */
  readonly busyId: string | null
  acknowledge(id: string, comment: string | null): Promise<boolean>
  snooze(id: string, choice: SnoozeChoice): Promise<void>
  putAway(id: string, isArchived: boolean): Promise<void>
  readonly done: { readonly kind: 'putAway' | 'snoozed'; readonly undo: () => void } | null
  forget(): void
}

/** Returns what can be done with the notifications of the inbox; what is refused is told. */
export function useInboxActs(onChanged: () => void): InboxActs {
  const { t } = useTexts('notification')
  const { timeZone } = useViewer()
  const [busyId, setBusyId] = useState<string | null>(null)
  const acknowledging = useChange(AcknowledgeDocument)
  const snoozing = useChange(SnoozeDocument, { undoOf: (_data, { id, until }) => (until == null ? null : { id, until: null }) })
  const puttingAway = useChange(PutAwayDocument, {
    undoOf: (_data, { ids, isArchived }) => (isArchived ? { ids, isArchived: false } : null),
  })
  const settled = async ({ problems }: { readonly problems: readonly Parameters<typeof problemText>[1][] }): Promise<boolean> => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
    return problems.length === 0
  }
  const during = async <Result>(id: string, act: () => Promise<Result>): Promise<Result> => {
    setBusyId(id)
    try {
      return await act()
    } finally {
      setBusyId(null)
    }
  }
  const undo = puttingAway.undo ?? snoozing.undo
  const forget = () => {
    puttingAway.forget()
    snoozing.forget()
  }
  return {
    busyId,
    acknowledge: (id, comment) => during(id, async () => settled(await acknowledging.run({ id, comment }))),
    snooze: async (id, choice) => {
      forget()
      const until = new Date(snoozedUntil(choice, timeZone, serverNow())).toISOString()
      await during(id, async () => settled(await snoozing.run({ id, until })))
    },
    putAway: async (id, isArchived) => {
      forget()
      await during(id, async () => settled(await puttingAway.run({ ids: [id], isArchived })))
    },
    done: undo === null ? null : { kind: puttingAway.undo === null ? 'snoozed' : 'putAway', undo: () => void undo().then(settled) },
    forget,
  }
}
