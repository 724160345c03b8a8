import { useMemo } from 'react'
import { useQuery } from 'urql'
import { TimelineNotesDocument } from '#web/api/generated/graphql.ts'
import type { TimelineNote } from './timelineNote.view.ts'

type AskedNotes = {
  /** Empty = all that the viewer sees. */
  readonly workCenterIds: readonly number[]
  readonly groupIds?: readonly number[]
  /** Notes about others of them are left out; empty = all. */
  readonly reasonIds?: readonly number[]
  /** The first and the last shift date. */
  readonly dates: readonly [string, string]
}

const NONE: readonly number[] = []
const NO_NOTES: readonly TimelineNote[] = []

/** Returns the notes of the dates that are about what the page is about, the earliest first, and what asks for them again; nothing is asked while it is paused. */
export function useTimelineNotes(
  { workCenterIds, groupIds = NONE, reasonIds = NONE, dates: [dateFrom, dateTo] }: AskedNotes,
  isPaused: boolean,
) {
  const [{ data, error }, refetch] = useQuery({
    query: TimelineNotesDocument,
    variables: {
      workCenterIds: workCenterIds.length > 0 ? [...workCenterIds] : null,
      workCenterGroupIds: groupIds.length > 0 ? [...groupIds] : null,
      dateFrom,
      dateTo,
    },
    pause: isPaused,
    requestPolicy: 'cache-and-network',
  })
  const all = (isPaused ? undefined : data?.timelineNotes) ?? NO_NOTES
  const notes = useMemo(
    () => (reasonIds.length === 0 ? all : all.filter(({ reasonId }) => reasonId == null || reasonIds.includes(reasonId))),
    [all, reasonIds],
  )
  return { notes, error, ask: () => refetch({ requestPolicy: 'network-only' }) }
}
