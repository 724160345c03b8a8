import { useEffect, useMemo, useState } from 'react'
import { isProviderRole } from '#engine/access/abilities.ts'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { mayConfirmShifts } from '#engine/shift/mayEditShift.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { LossesToExplainDocument, SupportWaitingDocument, UnconfirmedShiftsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { whenIdle } from '#web/base/whenIdle.ts'
import { serverNow } from '#web/ui/clock.ts'

/** As many days as the page shows to which the count leads. */
const DAYS = 31
/** A page that is never idle is asked for it then. */
const LATEST_MS = 3_000
const NOTHING = {}

/** Returns how many shifts wait for the viewer to close them; 0 for those who close none, and until the page has time to ask. */
export function useToClose(): number {
  const viewer = useViewer()
  const isIdle = useIdle()
  const [since] = useState(() => new Date(serverNow() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10))
  const isAsked = mayConfirmShifts(viewer) && viewer.company !== null
  const [result] = useFreshQuery(
    UnconfirmedShiftsDocument,
    useMemo(() => ({ shiftDateFrom: since }), [since]),
    { workCenterIds: null, kinds: ['shift'] },
    { pause: !isIdle || !isAsked },
  )
  return isAsked ? (result.data?.unconfirmedShiftsCount ?? 0) : 0
}

/** Returns how many stops of shifts that are not closed wait for a reason; 0 for those who give none, and until the page has time to ask. */
export function useToExplain(): number {
  const viewer = useViewer()
  const isIdle = useIdle()
  const isAsked = mayEditLosses(viewer) && viewer.company !== null
  const [result] = useFreshQuery(
    LossesToExplainDocument,
    NOTHING,
    { workCenterIds: null, kinds: ['loss', 'shift'] },
    { pause: !isIdle || !isAsked },
  )
  return isAsked ? (result.data?.lossesPages.totalItems ?? 0) : 0
}

/** What waits for the provider is of all companies, and a page hears only of its own. */
const SUPPORT_EVERY_MS = 300_000

/** Returns how many questions to the provider wait for the viewer: answered ones of theirs, of the provider's people all that nobody answered. */
export function useToAnswer(): number {
  const viewer = useViewer()
  const isIdle = useIdle()
  const isAsked = viewer.company !== null
  const [result] = useFreshQuery(
    SupportWaitingDocument,
    NOTHING,
    { workCenterIds: null, kinds: ['support'] },
    { pause: !isIdle || !isAsked, ...(isProviderRole(viewer.role) && { everyMs: SUPPORT_EVERY_MS }) },
  )
  return isAsked ? (result.data?.supportWaitingCount ?? 0) : 0
}

function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true), LATEST_MS), [])
  return isIdle
}
