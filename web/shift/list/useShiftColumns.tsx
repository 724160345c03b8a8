import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListedShiftFragment } from '#web/api/generated/graphql.ts'
import { BandFigure } from '#web/parts/figures/BandFigure.tsx'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { hasUntracked } from '../useExplainedText.ts'
import { StatusMark } from '#web/parts/shift/StatusMark.tsx'
import { dateText } from './ShiftCell.tsx'
import classes from './ShiftsPage.module.css'

type ColumnOptions = { readonly mayConfirm: boolean }

/** Returns the columns of the shifts; dates and times are those of each plant. */
export function useShiftColumns({ mayConfirm }: ColumnOptions): readonly ListColumn<ListedShiftFragment>[] {
  const { t } = useTexts('shift')
  const own = useFormat()
  const unitName = useUnitName()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const percentOf = ({ oee }: ListedShiftFragment) => oee?.oee?.exactValue ?? null
  const lossesOf = ({ lossStats: { classifiedCount, unclassifiedCount } }: ListedShiftFragment) => ({
    done: classifiedCount,
    all: classifiedCount + unclassifiedCount,
  })
  const noteOf = (shift: ListedShiftFragment) => (shift.comment == null || shift.comment === '' ? null : shift.comment)
  return [
    {
      key: 'date',
      title: t('column.shift'),
      isTitle: true,
      width: 160,
      isSortable: true,
      startsDown: true,
      value: (shift) => `${shift.shiftDate} ${shift.code} ${shift.name}`,
      cell: (shift) => {
        const format = formatOf(shift.workCenter.timeZone)
        return (
          <div className={classes['what']}>
            <Link
              to="/shifts/$shiftId"
              params={{ shiftId: String(shift.id ?? 0) }}
              search={{ shiftDate: shift.shiftDate, shift: String(shift.shiftId), workCenterId: [shift.workCenterId] }}
              className={classes['name']}
              data-open
            >
              {dateText(own, shift.shiftDate)} · {shift.name}
            </Link>
            <span className={classes['meta']}>
              {format.time(Date.parse(shift.timeStart))}–{format.time(Date.parse(shift.timeEnd))}
              {shift.status === 'PROGRESS' && ` · ${t('soFar')}`}
            </span>
            {mayConfirm && shift.status === 'UNCONFIRMED' && (
              <Link to="/shifts/$shiftId" params={{ shiftId: String(shift.id ?? 0) }} search={{ close: true }} className={classes['close']}>
                {t('close.open')}
              </Link>
            )}
          </div>
        )
      },
    },
    {
      key: 'workCenter',
      title: t('column.workCenter'),
      value: ({ workCenter }) => workCenter.name,
      cell: ({ workCenter }) => workCenter.name,
      width: 125,
      isPlain: true,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 165,
      isPlain: true,
      value: ({ status }) => t(`status.${status}`),
      cell: (shift) => (
        <span className={classes['state']}>
          <StatusMark status={shift.status} label={t(`status.${shift.status}`)} />
          {shift.revision > 1 && <span className={classes['meta']}>{t('revision', { number: shift.revision })}</span>}
          {shift.isRecalculating && <span className={classes['meta']}>{t('mark.recalculating')}</span>}
          {shift.lateSamples > 0 && <span className={classes['late']}>{t('late', { count: shift.lateSamples })}</span>}
        </span>
      ),
    },
    {
      key: 'oee',
      title: t('oee.oee'),
      kind: 'number',
      unit: '%',
      isSortable: true,
      width: 90,
      value: percentOf,
      cell: (shift) => <BandFigure percent={percentOf(shift)} />,
    },
    {
      key: 'explained',
      title: t('column.explained'),
      kind: 'number',
      unit: '%',
      isSortable: true,
      width: 95,
      value: ({ explainedShare }) => (explainedShare == null ? null : explainedShare * 100),
      cell: (shift) => (shift.explainedShare == null && hasUntracked(shift) ? t('cell.untracked') : own.percent(shift.explainedShare)),
    },
    {
      key: 'losses',
      title: t('column.losses'),
      kind: 'number',
      width: 110,
      foldsBelow: 992,
      fileTitles: [t('column.losses')],
      value: (shift) => lossesOf(shift).done,
      cell: (shift) => {
        const { done, all } = lossesOf(shift)
        return <span className={done < all ? classes['open'] : undefined}>{t('of', { done: own.number(done), all: own.number(all) })}</span>
      },
    },
    {
      key: 'open',
      title: t('column.open'),
      kind: 'number',
      isOnlyInFile: true,
      value: ({ lossStats }) => lossStats.unclassifiedCount,
      cell: ({ lossStats }) => lossStats.unclassifiedCount,
    },
    {
      key: 'output',
      title: t('column.output'),
      kind: 'number',
      width: 110,
      value: ({ totalOutput }) => totalOutput ?? null,
      cell: ({ totalOutput, outputConfirmedShare, workCenter }) => (
        <span>
          {own.number(totalOutput)}
          {totalOutput != null && ` ${unitName(workCenter.outputMeasurementUnit)}`}
          {outputConfirmedShare === 1 && <span className="hidden-text"> – {t('mark.output')}</span>}
          {outputConfirmedShare === 1 && <span aria-hidden> ▣</span>}
        </span>
      ),
    },
    {
      key: 'unit',
      title: t('column.unit'),
      isOnlyInFile: true,
      isAlwaysInFile: true,
      value: ({ workCenter }) => unitName(workCenter.outputMeasurementUnit),
      cell: () => null,
    },
    {
      key: 'confirmed',
      title: t('column.confirmed'),
      width: 140,
      foldsBelow: 992,
      value: ({ confirmedBy, confirmedOn }) =>
        confirmedOn == null
          ? null
          : [confirmedBy?.fullName, own.dateTime(Date.parse(confirmedOn))].filter((part) => part != null).join(', '),
      cell: ({ confirmedBy, confirmedOn }) =>
        confirmedOn != null && (
          <span className={classes['meta']}>
            {[confirmedBy?.fullName, own.dateTime(Date.parse(confirmedOn))].filter((part) => part != null).join(', ')}
          </span>
        ),
    },
    {
      key: 'note',
      title: t('column.note'),
      width: 130,
      foldsBelow: 992,
      value: noteOf,
      cell: (shift) => noteOf(shift) !== null && <q className={classes['note']}>{noteOf(shift)}</q>,
    },
  ]
}
