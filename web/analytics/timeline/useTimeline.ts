import { useQuery } from 'urql'
import { movedDate } from '#engine/time/statPeriod.ts'
import { ChangeMarksDocument } from '#web/api/generated/graphql.ts'
import { marksOfNotes, type TimeMark } from '#web/parts/timelineNote/timelineNote.view.ts'
import { useTimelineNotes } from '#web/parts/timelineNote/useTimelineNotes.ts'
import type { AnalyticsSearch } from '../analyticsSearch.ts'
import { type ChangeMark, changesOf } from './timeline.view.ts'

type Asked = {
  readonly search: Pick<AnalyticsSearch, 'reason' | 'wc' | 'wcGroup'>
  /** The first and the last date of the page, and today of the company. */
  readonly dates: readonly [string, string]
  readonly today: string
}

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
  const { wc, wcGroup, reason } = asked.search
  const timeline = useTimelineNotes({ workCenterIds: wc, groupIds: wcGroup, reasonIds: reason, dates: asked.dates }, !isOfDates)
  const { data } = useChangeMarks(asked, !isOfDates || !isOfStops)
  const { notes } = timeline
  const changes = data?.changeMarks
  const [from, to] = asked.dates
  const marks: readonly TimeMark[] = isOfDates
    ? [
        ...marksOfNotes(notes),
        ...(changes === undefined ? [] : changesOf(changes))
          .filter(({ date }) => date >= from && date <= to)
          .map((change) => ({ sign: change.sign, from: change.date, to: change.date, text: sentenceOf(change), noteId: null })),
      ]
    : []
  return { marks, timeline }
}
