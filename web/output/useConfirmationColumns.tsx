import type { ListedConfirmationFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { differsMuch } from './output.view.ts'
import classes from './OutputPage.module.css'
import { useColumnWords } from './useColumnWords.ts'

type Row = ListedConfirmationFragment

/** Returns the columns of what people confirmed; days and times are those of each plant. */
export function useConfirmationColumns({
  onOpen,
  zone,
}: {
  readonly onOpen: (row: Row) => void
  readonly zone: string
}): readonly ListColumn<Row>[] {
  const { t } = useTexts('output')
  const { own, unitName, formatOf, placeColumn } = useColumnWords(zone, t('column.place'))
  const at = (row: Row, instant: string) => {
    const { dayMonth, time } = formatOf(row)
    return `${dayMonth(Date.parse(instant))}, ${time(Date.parse(instant))}`
  }
  const unitOf = ({ jobOrder }: Row) => (jobOrder?.measurementUnit == null ? '' : unitName(jobOrder.measurementUnit))
  const personOf = ({ isAutomatic, operator }: Row) => (isAutomatic ? t('automatic') : (operator?.fullName ?? t('nobody')))
  const reasonsOf = ({ losses, outputType }: Row) =>
    outputType === 'REJECTED' ? [...new Set(losses.map(({ reason }) => reason?.name ?? ''))].filter(Boolean).join(', ') : ''
  const stateOf = ({ type, isNotPosted, corrects, correctedBy }: Row) => {
    if (type === 'PROCESSING') return t('rowState.PROCESSING')
    if (type === 'CANCELED') return correctedBy === null ? t('rowState.CANCELED') : t('rowState.CORRECTED')
    if (isNotPosted) return t('rowState.NOT_POSTED')
    return corrects === null ? '' : t('rowState.CORRECTS')
  }
  return [
    {
      key: 'time',
      title: t('column.made'),
      kind: 'instant',
      isTitle: true,
      width: 170,
      value: ({ batchTime }) => Date.parse(batchTime),
      cell: (row) => (
        <span className={classes['lines']}>
          <button type="button" className={classes['name']} data-open onClick={() => onOpen(row)}>
            {at(row, row.batchTime)}
          </button>
          {stateOf(row) !== '' && <span className={row.type === 'CANCELED' ? classes['attention'] : classes['muted']}>{stateOf(row)}</span>}
        </span>
      ),
    },
    { key: 'state', title: t('filter.state'), isOnlyInFile: true, value: stateOf, cell: () => null },
    placeColumn,
    {
      key: 'order',
      title: t('column.order'),
      width: 170,
      isPlain: true,
      value: ({ jobOrder }) => jobOrder?.orderCode ?? null,
      cell: ({ jobOrder }) => (
        <span className={classes['lines']}>
          <span>{jobOrder?.orderCode ?? t('noOrder')}</span>
          <span className={classes['muted']}>{jobOrder?.product?.name}</span>
        </span>
      ),
    },
    {
      key: 'units',
      title: t('column.units'),
      kind: 'number',
      width: 150,
      value: ({ output }) => output,
      cell: (row) => (
        <span className={row.type === 'CANCELED' ? classes['struck'] : classes['number']}>
          {own.number(row.output)} {unitOf(row)} {row.outputType === 'REJECTED' && t('rejectedShort')}
        </span>
      ),
    },
    { key: 'type', title: t('column.type'), isOnlyInFile: true, value: ({ outputType }) => t(`type.${outputType}`), cell: () => null },
    { key: 'unit', title: t('column.unit'), isOnlyInFile: true, value: unitOf, cell: () => null },
    {
      key: 'sensor',
      title: t('column.sensor'),
      kind: 'number',
      width: 110,
      foldsBelow: 992,
      value: ({ sensorValue }) => sensorValue,
      cell: ({ sensorValue }) => own.number(sensorValue),
    },
    {
      key: 'difference',
      title: t('column.difference'),
      kind: 'number',
      width: 100,
      foldsBelow: 992,
      value: ({ difference }) => difference,
      cell: (row) =>
        row.difference === 0 ? (
          ''
        ) : (
          <span className={differsMuch(row) ? classes['attention'] : classes['number']}>
            {row.difference > 0 ? '+' : ''}
            {own.number(row.difference)}
          </span>
        ),
    },
    { key: 'by', title: t('column.by'), width: 150, value: personOf, cell: personOf },
    {
      key: 'created',
      title: t('column.created'),
      kind: 'instant',
      width: 130,
      foldsBelow: 992,
      value: ({ createdOn }) => Date.parse(createdOn),
      cell: (row) => at(row, row.createdOn),
    },
    { key: 'reasons', title: t('column.reasons'), width: 150, foldsBelow: 992, value: reasonsOf, cell: reasonsOf },
    {
      key: 'batch',
      title: t('column.batch'),
      width: 120,
      foldsBelow: 992,
      value: ({ batchCode }) => batchCode,
      cell: ({ batchCode }) => batchCode,
    },
    {
      key: 'container',
      title: t('column.container'),
      width: 120,
      foldsBelow: 992,
      value: ({ container }) => container?.code ?? null,
      cell: ({ container }) => container?.code,
    },
    {
      key: 'comment',
      title: t('column.comment'),
      width: 150,
      foldsBelow: 992,
      value: ({ comment }) => comment,
      cell: ({ comment }) => comment,
    },
  ]
}
