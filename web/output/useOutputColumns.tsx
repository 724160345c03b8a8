import type { ListedOutputFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { confirmedShare } from '#web/parts/posting/posting.view.ts'
import { isOpenToEdits, lacksOrder, stopsOf } from './output.view.ts'
import classes from './OutputPage.module.css'
import { useColumnWords } from './useColumnWords.ts'

type Output = ListedOutputFragment

type ColumnOptions = {
  readonly onOpen: (output: Output) => void
  /** Null for viewers who may not say what was made. */
  readonly onAssign: ((output: Output) => void) | null
  readonly zone: string
}

/** Returns the columns of what devices counted; days and times are those of each plant. */
export function useOutputColumns({ onOpen, onAssign, zone }: ColumnOptions): readonly ListColumn<Output>[] {
  const { t } = useTexts('output')
  const { own, unitName, formatOf, placeColumn } = useColumnWords(zone, t('column.place'))
  const unitOf = ({ measurementUnit }: Output) => (measurementUnit === null ? '' : unitName(measurementUnit))
  const spanOf = (output: Output) => {
    const { dayMonth, time } = formatOf(output)
    const start = Date.parse(output.timeStart)
    const end = output.timeEnd === null ? t('counting') : time(Date.parse(output.timeEnd))
    return `${dayMonth(start)}, ${time(start)}–${end}`
  }
  const ordersOf = ({ productionOrders }: Output) => productionOrders.map(({ orderCode }) => orderCode).join(', ')
  const differenceOf = (output: Output) => (output.isConfirmed ? output.difference : null)
  const signed = (value: number) => `${value > 0 ? '+' : ''}${own.number(value)}`
  return [
    {
      key: 'time',
      title: t('column.time'),
      kind: 'instant',
      isTitle: true,
      width: 190,
      value: ({ timeStart }) => Date.parse(timeStart),
      cell: (output) => (
        <button type="button" className={classes['name']} data-open onClick={() => onOpen(output)}>
          {spanOf(output)}
        </button>
      ),
    },
    {
      key: 'end',
      title: t('column.end'),
      kind: 'instant',
      isOnlyInFile: true,
      value: ({ timeEnd }) => (timeEnd === null ? null : Date.parse(timeEnd)),
      cell: () => null,
    },
    placeColumn,
    {
      key: 'shift',
      title: t('column.shift'),
      width: 110,
      foldsBelow: 992,
      value: ({ shift }) => (shift === null ? null : `${shift.shiftDate} ${shift.name}`),
      cell: ({ shift }) => (shift === null ? <span className={classes['muted']}>{t('noShift')}</span> : shift.name),
    },
    {
      key: 'orders',
      title: t('column.orders'),
      width: 150,
      value: (output) => (lacksOrder(output) ? t('noOrder') : ordersOf(output)),
      cell: (output) =>
        lacksOrder(output) ? (
          <span className={classes['none']}>
            <span className={classes['attention']}>{t('noOrder')}</span>
            {onAssign !== null && output.timeEnd !== null && isOpenToEdits(output) && (
              <button type="button" className={classes['act']} onClick={() => onAssign(output)}>
                {t('assign.open')}
              </button>
            )}
          </span>
        ) : (
          <span className={classes['lines']}>
            <span>{ordersOf(output)}</span>
            <span className={classes['muted']}>
              {[...new Set(output.productionOrders.map(({ product }) => product?.name ?? ''))].filter(Boolean).join(', ')}
            </span>
          </span>
        ),
    },
    {
      key: 'counted',
      title: t('column.counted'),
      kind: 'number',
      width: 105,
      value: ({ totalOutput }) => totalOutput,
      cell: (output) => (
        <span className={classes['number']}>
          {output.countedOutput !== null && <s className={classes['struck']}>{own.number(output.countedOutput)}</s>}{' '}
          {own.number(output.totalOutput)} {unitOf(output)}
        </span>
      ),
    },
    {
      key: 'unit',
      title: t('column.unit'),
      isOnlyInFile: true,
      value: (output) => unitOf(output),
      cell: () => null,
    },
    {
      key: 'accepted',
      title: t('column.accepted'),
      kind: 'number',
      isOnlyInFile: true,
      value: ({ acceptedOutput }) => acceptedOutput,
      cell: () => null,
    },
    {
      key: 'rejected',
      title: t('column.rejected'),
      kind: 'number',
      width: 100,
      foldsBelow: 992,
      value: ({ rejectedOutput }) => rejectedOutput,
      cell: ({ rejectedOutput }) => own.number(rejectedOutput),
    },
    {
      key: 'confirmed',
      title: t('column.confirmed'),
      kind: 'number',
      width: 130,
      value: ({ confirmation }) => confirmation.confirmed.total,
      cell: (output) => <Share output={output} />,
    },
    {
      key: 'difference',
      title: t('column.difference'),
      kind: 'number',
      width: 100,
      foldsBelow: 992,
      value: differenceOf,
      cell: (output) => {
        const difference = differenceOf(output)
        return difference === null || difference === 0 ? '' : signed(difference)
      },
    },
    {
      key: 'stops',
      title: t('column.stops'),
      kind: 'duration',
      width: 156,
      isPlain: true,
      foldsBelow: 992,
      value: (output) => stopsOf(output).ms,
      cell: (output) => {
        const { count, ms } = stopsOf(output)
        return count === 0 ? '' : t('stops', { count, time: own.duration(ms) })
      },
    },
    {
      key: 'speed',
      title: t('column.speed'),
      kind: 'number',
      isOnlyInFile: true,
      value: ({ averageSpeed }) => averageSpeed,
      cell: () => null,
    },
  ]
}

/** Returns how much of the output is confirmed, as a bar and in words. */
function Share({ output }: { readonly output: Output }) {
  const { t } = useTexts('output')
  const format = useFormat()
  const share = confirmedShare(output)
  if (share === null) return <span className={classes['muted']}>—</span>
  const { confirmed, unconfirmed } = output.confirmation
  const sum = Math.round((confirmed.total + unconfirmed.total) * 1000) / 1000
  return (
    <span className={classes['share']}>
      <span>
        {output.isConfirmed
          ? t('confirmedAll', { value: format.number(confirmed.total) })
          : t('confirmedPart', { value: format.number(confirmed.total), sum: format.number(sum) })}
      </span>
      {output.automaticProblem !== null && !output.isConfirmed && <span className={classes['attention']}>{t('leftToPeople')}</span>}
      <span className={classes['rail']} aria-hidden>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </span>
  )
}
