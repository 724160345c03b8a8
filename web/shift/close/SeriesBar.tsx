import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ShiftsListDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { worstFirst } from '../list/shifts.view.ts'
import classes from './ClosingAssistant.module.css'

/** More shifts than a company has on a date. */
const MOST = 1000

type SeriesBarProps = { readonly date: string; readonly id: number; readonly isClosed: boolean }

/** Returns how many shifts of the date are closed, and the way to the next one that waits. */
export function SeriesBar({ date, id, isClosed }: SeriesBarProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const { shifts, closedCount } = useShiftsOfDate(date)
  if (shifts === null) return null
  const next = worstFirst(shifts).find((shift) => shift.status === 'UNCONFIRMED' && shift.id !== id)
  return (
    <p className={classes['series']} role="status">
      <b>{t('series.closed', { done: format.number(closedCount), all: format.number(shifts.length) })}</b>
      {next?.id != null && (
        <Link
          to="/shifts/$shiftId"
          params={{ shiftId: String(next.id) }}
          search={{ close: true, date }}
          className={isClosed ? classes['main'] : classes['link']}
        >
          {t('series.next', { name: `${next.name}, ${next.workCenter.name}` })}
        </Link>
      )}
    </p>
  )
}

/** Returns the shifts of a date, all work centers, null while they are asked for, and how many are confirmed. */
export function useShiftsOfDate(date: string) {
  const variables = useMemo(
    () => ({
      filter: { shiftDateFrom: date, shiftDateTo: date },
      order: { field: 'DATE' as const, direction: 'ASC' as const },
      page: 1,
      size: MOST,
    }),
    [date],
  )
  const [result, ask] = useFreshQuery(ShiftsListDocument, variables, { workCenterIds: null, kinds: ['loss', 'shift'] })
  const shifts = result.data?.shiftsPages.items ?? null
  return { shifts, closedCount: shifts?.filter(({ status }) => status === 'CONFIRMED').length ?? 0, error: result.error, ask }
}
