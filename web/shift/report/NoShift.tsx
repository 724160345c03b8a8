import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useQuery } from 'urql'
import { type NamedShiftFragment, ShiftNeighboursDocument } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { dateText } from '../list/ShiftCell.tsx'
import classes from './ShiftReport.module.css'
import { aroundFilter, nearest } from './report.view.ts'

type NoShiftProps = {
  /** Null = the address names no work center. */
  readonly workCenterId: number | null
  /** '' = the address names no date. */
  readonly date: string
}

/** Returns what stands in the place of a shift that is not there, with links to the shifts of the work center around its date. */
export function NoShift({ workCenterId, date }: NoShiftProps) {
  const { t } = useTexts('shift')
  const isKnown = workCenterId !== null && date !== ''
  const [found] = useQuery({
    query: ShiftNeighboursDocument,
    variables: useMemo(() => ({ filter: isKnown ? aroundFilter(workCenterId, date) : {} }), [isKnown, workCenterId, date]),
    pause: !isKnown,
  })
  const { before, after } = nearest(found.data?.shifts ?? [], date)
  return (
    <>
      <PageHeading>{t('page.shifts')}</PageHeading>
      <EmptyState title={t('none.title')} text={t('none.help')}>
        <p className={classes['links']}>
          {before !== null && <ShiftLink shift={before} />}
          {after !== null && <ShiftLink shift={after} />}
          <Link to="/shifts">{t('none.all')}</Link>
        </p>
      </EmptyState>
    </>
  )
}

/** A link to a shift by its date, name and work center. */
function ShiftLink({ shift }: { readonly shift: NamedShiftFragment }) {
  const format = useFormat()
  return (
    <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id ?? 0) }}>
      {`${dateText(format, shift.shiftDate)} · ${shift.name} · ${shift.workCenter.name}`}
    </Link>
  )
}
