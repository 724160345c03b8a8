import { useState } from 'react'
import {
  AcknowledgeAllDocument,
  AcknowledgeDocument,
  type InboxItemFragment,
  PutAwayDocument,
  ReadNotificationsDocument,
  SnoozeDocument,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useActingPerson } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { isTakenAs } from '#web/parts/notice/taken.view.ts'
import { useWhyNotTaken } from '#web/parts/notice/useWhyNotTaken.ts'
import { inParts } from './inbox.view.ts'
import { snoozesOf } from './notifications.view.ts'
import type { SnoozeChoice } from './notifications.view.ts'

/** What can be done with notifications, and what was done last as long as it can be taken back. */
export type InboxActs = {
  /** The notification that something is being done with; null = none. */
  readonly busyId: string | null
  /** Returns whether the viewer has it now, with the comment; who was faster is told. */
  acknowledge(id: string, comment: string | null): Promise<boolean>
  snooze(item: Pick<InboxItemFragment, 'id' | 'shiftEnd'>, choice: SnoozeChoice): Promise<void>
  putAway(id: string, isArchived: boolean): Promise<void>
  /** The same with several: of a row, or those that are selected. */
  takeAll(key: string, ids: readonly string[]): Promise<void>
  putAllAway(key: string, ids: readonly string[]): Promise<void>
  see(ids: readonly string[], isRead: boolean): Promise<void>
  /** What the viewer marked as unseen since the page was opened. */
  readonly unseen: ReadonlySet<string>
  readonly done: { readonly kind: 'putAway' | 'snoozed'; readonly undo: () => void } | null
  forget(): void
}

/** Returns what can be done with the notifications of the inbox; what is refused is told. */
export function useInboxActs(onChanged: () => void, onActing: (id: string) => void): InboxActs {
  const { t } = useTexts('notification')
  const { id: viewerId, timeZone } = useViewer()
  // At a station it is the person who works there who takes it.
  const userId = useActingPerson()?.userId ?? viewerId
  const whyNotTaken = useWhyNotTaken()
  const [busyId, setBusyId] = useState<string | null>(null)
  const acknowledging = useChange(AcknowledgeDocument)
  const snoozing = useChange(SnoozeDocument, { undoOf: (_data, { id, until }) => (until == null ? null : { id, until: null }) })
  const takingAll = useChange(AcknowledgeAllDocument)
  const seeing = useChange(ReadNotificationsDocument)
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  /** What was put away together with what is taken back last. */
  const [others, setOthers] = useState<readonly string[]>([])
  const puttingAway = useChange(PutAwayDocument, {
    undoOf: (_data, { ids, isArchived }) => (isArchived ? { ids, isArchived: false } : null),
  })
  const settled = async ({ problems }: { readonly problems: readonly Parameters<typeof problemText>[1][] }): Promise<boolean> => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
    return problems.length === 0
  }
  const during = async <Result>(id: string, act: () => Promise<Result>): Promise<Result> => {
    onActing(id)
    setBusyId(id)
    try {
      return await act()
    } finally {
      setBusyId(null)
    }
  }
  const { undo: undoAway } = puttingAway
  const takeBack =
    undoAway &&
    (async () => {
      const answers = await inParts(others, (ids) => puttingAway.run({ ids, isArchived: false }))
      const refused = answers.find(({ problems }) => problems.length > 0)
      return refused ?? undoAway()
    })
  const undo = takeBack ?? snoozing.undo
  const forget = () => {
    setOthers([])
    puttingAway.forget()
    snoozing.forget()
  }
  return {
    busyId,
    acknowledge: (id, comment) =>
      during(id, async () => {
        const { data, problems } = await acknowledging.run({ id, comment })
        const isSettled = await settled({ problems })
        if (data === null || isTakenAs(data.acknowledgeNotification, { userId, said: comment })) return isSettled
        showToast(whyNotTaken(data.acknowledgeNotification))
        return false
      }),
    snooze: async ({ id, shiftEnd }, choice) => {
      forget()
      const chosen = snoozesOf(shiftEnd, timeZone, serverNow()).find((one) => one.choice === choice)
      if (chosen === undefined) return onChanged()
      await during(id, async () => settled(await snoozing.run({ id, until: new Date(chosen.until).toISOString() })))
    },
    putAway: async (id, isArchived) => {
      forget()
      await during(id, async () => settled(await puttingAway.run({ ids: [id], isArchived })))
    },
    takeAll: async (key, ids) => {
      await during(key, async () => {
        const answers = await inParts(ids, (part) => takingAll.run({ ids: part }))
        const taken = answers.flatMap(({ data }) => (data === null ? [] : [data.acknowledgeNotifications]))
        if (taken.length > 0) showToast(t('takenAll', { count: taken.reduce((sum, count) => sum + count, 0) }))
        return settled({ problems: answers.flatMap(({ problems }) => problems) })
      })
    },
    putAllAway: async (key, ids) => {
      forget()
      await during(key, async () => {
        const parts: (readonly string[])[] = []
        const answers = await inParts(ids, (part) => {
          parts.push(part)
          return puttingAway.run({ ids: part, isArchived: true })
        })
        setOthers(parts.slice(0, -1).flat())
        return settled({ problems: answers.flatMap(({ problems }) => problems) })
      })
    },
    see: async (ids, isRead) => {
      setUnseen((before) => (isRead ? before.difference(new Set(ids)) : before.union(new Set(ids))))
      const answers = await inParts(ids, (part) => seeing.run({ ids: part, isRead }))
      await settled({ problems: answers.flatMap(({ problems }) => problems) })
    },
    unseen,
    done: undo === null ? null : { kind: puttingAway.undo === null ? 'snoozed' : 'putAway', undo: () => void undo().then(settled) },
    forget,
  }
}
