import { useMemo } from 'react'
import { useQuery } from 'urql'
import { movedDate } from '#engine/time/statPeriod.ts'
import { ChangeMarksDocument, TimelineNotesDocument } from '#web/api/generated/graphql.ts'
import type { AnalyticsSearch } from '../analyticsSearch.ts'
import { type ChangeMark, changesOf, type TimelineNote, type TimeMark } from './timeline.view.ts'

type Asked = {
  readonly search: Pick<AnalyticsSearch, 'reason' | 'wc' | 'wcGroup'>
  /** The first and the last date of the page, and today of the company. */
  readonly dates: readonly [string, string]
  readonly today: string
}

const NO_NOTES: readonly TimelineNote[] = []

/** Returns when it got worse in the dates that are over, and what asks again; several that ask the same ask once. */
export function useChangeMarks({ search: { wc, wcGroup }, dates: [dateFrom, last], today }: Asked, isPaused = false) {
  // A day that goes on is not known yet.
  const yesterday = movedDate(today, -1)
  const dateTo = last < yesterday ? last : yesterday
  const [{ data, error }, ask] = useQuery({
    query: ChangeMarksDocument,
    variables: { ...placesOf(wc, wcGroup), dateFrom, dateTo },
    pause: isPaused || dateFrom > dateTo,
  })
  return { data, error, ask, dateTo }
}

/** Returns the notes of the dates that are about what the page is about, the earliest first, and what asks for them again. */
export function useTimelineNotes({ search: { wc, wcGroup, reason }, dates: [dateFrom, dateTo] }: Asked, isPaused: boolean) {
  const [{ data, error }, refetch] = useQuery({
    query: TimelineNotesDocument,
    variables: { ...placesOf(wc, wcGroup), dateFrom, dateTo },
    pause: isPaused,
    requestPolicy: 'cache-and-network',
  })
  const all = data?.timelineNotes ?? NO_NOTES
  const notes = useMemo(
    () => (reason.length === 0 ? all : all.filter(({ reasonId }) => reasonId == null || reason.includes(reasonId))),
    [all, reason],
  )
  return { notes, error, ask: () => refetch({ requestPolicy: 'network-only' }) }
}

function placesOf(wc: readonly number[], wcGroup: readonly number[]) {
  return {
    workCenterIds: wc.length > 0 ? [...wc] : null,
    workCenterGroupIds: wcGroup.length > 0 ? [...wcGroup] : null,
  }
}

type ToMark = Asked & {
  /** Whether the chart has columns of dates; without them nothing is asked. */
  readonly isOfDates: boolean
  /** Whether the figure is one that gets worse by stops. */
  readonly isOfStops: boolean
  readonly sentenceOf: (change: ChangeMark) => string
}

/** Returns the marks of a time chart, notes by number and changes by letter, and the notes themselves. */
export function useTimeMarks({ isOfDates, isOfStops, sentenceOf, ...asked }: ToMark) {
  const timeline = useTimelineNotes(asked, !isOfDates)
  const { data } = useChangeMarks(asked, !isOfDates || !isOfStops)
  const { notes } = timeline
  const changes = data?.changeMarks
  const [from, to] = asked.dates
  const marks: readonly TimeMark[] = isOfDates
    ? [
        ...notes.map((note, at) => ({ sign: String(at + 1), from: note.dateFrom, to: note.dateTo, text: note.text, noteId: note.id })),
        ...(changes === undefined ? [] : changesOf(changes))
          .filter(({ date }) => date >= from && date <= to)
          .map((change) => ({ sign: change.sign, from: change.date, to: change.date, text: sentenceOf(change), noteId: null })),
      ]
    : []
  return { marks, timeline }
}
