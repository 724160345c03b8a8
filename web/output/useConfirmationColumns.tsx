import type { ListedConfirmationFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './OutputPage.module.css'
import { lineUnits, namesIn, type PostingLine } from './postingLines.view.ts'
import { useColumnWords } from './useColumnWords.ts'

type Row = ListedConfirmationFragment

type ColumnOptions = {
  readonly onOpen: (postingId: number) => void
  /** Shows or hides the rows of a posting. */
  readonly onFold: (postingId: number) => void
  readonly onPerson: (userId: string) => void
  readonly zone: string
}

/** Returns the columns of what people confirmed, by act and by row; days and times are those of each plant. */
export function useConfirmationColumns({ onOpen, onFold, onPerson, zone }: ColumnOptions): readonly ListColumn<PostingLine>[] {
  const { t } = useTexts('output')
  const { own, unitName, formatOf, placeColumn } = useColumnWords(zone, t('column.place'))
  const at = (row: Row, instant: string) => {
    const { dayMonth, time } = formatOf(row)
    return `${dayMonth(Date.parse(instant))}, ${time(Date.parse(instant))}`
  }
  const unitOf = ({ first: { jobOrder } }: PostingLine) => (jobOrder?.measurementUnit == null ? '' : unitName(jobOrder.measurementUnit))
  const personOf = ({ isAutomatic, operator }: Row) => (isAutomatic ? t('automatic') : (operator?.fullName ?? t('nobody')))
  const reasonsOf = ({ rows }: PostingLine) =>
    [
      ...new Set(
        rows.flatMap(({ losses, outputType }) => (outputType === 'REJECTED' ? losses.map(({ reason }) => reason?.name ?? '') : [])),
      ),
    ]
      .filter(Boolean)
      .join(', ')
  const stateOf = ({ first: { type, isNotPosted, corrects, correctedBy } }: PostingLine) => {
    if (type === 'PROCESSING') return t('rowState.PROCESSING')
    if (type === 'CANCELED') return correctedBy === null ? t('rowState.CANCELED') : t('rowState.CORRECTED')
    if (isNotPosted) return t('rowState.NOT_POSTED')
    return corrects === null ? '' : t('rowState.CORRECTS')
  }
  const unitsClass = ({ first }: PostingLine) => (first.type === 'CANCELED' ? classes['struck'] : classes['number'])
  return [
    {
      key: 'time',
      title: t('column.made'),
      kind: 'instant',
      isTitle: true,
      width: 190,
      value: ({ first }) => Date.parse(first.batchTime),
      cell: (line) => {
        const { first, rows, kind } = line
        if (kind === 'PART') return <span className={classes['part']}>{at(first, first.batchTime)}</span>
        return (
          <span className={classes['lines']}>
            <button type="button" className={classes['name']} data-open onClick={() => onOpen(first.postingId)}>
              {at(first, first.batchTime)}
            </button>
            {stateOf(line) !== '' && (
              <span className={first.type === 'CANCELED' ? classes['attention'] : classes['muted']}>{stateOf(line)}</span>
            )}
            {kind !== 'SINGLE' && (
              <button type="button" className={classes['fold']} aria-expanded={kind === 'UNFOLDED'} onClick={() => onFold(first.postingId)}>
                {t('posting.lines', { count: rows.length })}
              </button>
            )}
          </span>
        )
      },
    },
    { key: 'state', title: t('filter.state'), isOnlyInFile: true, value: stateOf, cell: () => null },
    {
      ...placeColumn,
      value: ({ first }) => placeColumn.value(first),
      cell: ({ first, kind }) => (kind === 'PART' ? null : placeColumn.cell(first)),
    },
    {
      key: 'order',
      title: t('column.order'),
      width: 170,
      isPlain: true,
      value: ({ first }) => first.jobOrder?.orderCode ?? null,
      cell: ({ first: { jobOrder }, kind }) =>
        kind !== 'PART' && (
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
      value: ({ rows }) => lineUnits(rows).accepted + lineUnits(rows).rejected,
      cell: (line) => {
        const { accepted, rejected } = lineUnits(line.rows)
        return (
          <span className={classes['lines']}>
            {(accepted > 0 || rejected === 0) && (
              <span className={unitsClass(line)}>
                {own.number(accepted)} {unitOf(line)}
              </span>
            )}
            {rejected > 0 && (
              <span className={unitsClass(line)}>
                {own.number(rejected)} {unitOf(line)} {t('rejectedShort')}
              </span>
            )}
          </span>
        )
      },
    },
    {
      key: 'type',
      title: t('column.type'),
      isOnlyInFile: true,
      value: ({ first }) => t(`type.${first.outputType}`),
      cell: () => null,
    },
    { key: 'unit', title: t('column.unit'), isOnlyInFile: true, value: unitOf, cell: () => null },
    {
      key: 'sensor',
      title: t('column.sensor'),
      kind: 'number',
      width: 110,
      foldsBelow: 992,
      value: ({ rows }) => lineUnits(rows).sensor,
      cell: ({ rows }) => own.number(lineUnits(rows).sensor),
    },
    {
      key: 'difference',
      title: t('column.difference'),
      kind: 'number',
      width: 100,
      foldsBelow: 992,
      value: ({ rows }) => lineUnits(rows).difference,
      cell: ({ rows }) => {
        const { difference, isFarOff } = lineUnits(rows)
        if (difference === 0 && !isFarOff) return ''
        return (
          <span className={isFarOff ? classes['attention'] : classes['number']}>
            {difference > 0 ? '+' : ''}
            {own.number(difference)}
          </span>
        )
      },
    },
    {
      key: 'by',
      title: t('column.by'),
      width: 150,
      value: ({ first }) => personOf(first),
      cell: ({ first, kind }) => {
        if (kind === 'PART') return null
        const { operator, isAutomatic } = first
        if (operator === null || isAutomatic) return personOf(first)
        return (
          <button type="button" className={classes['person']} title={t('filter.byPerson')} onClick={() => onPerson(operator.id)}>
            {operator.fullName}
          </button>
        )
      },
    },
    {
      key: 'created',
      title: t('column.created'),
      kind: 'instant',
      width: 130,
      foldsBelow: 992,
      value: ({ first }) => Date.parse(first.createdOn),
      cell: ({ first, kind }) => kind !== 'PART' && at(first, first.createdOn),
    },
    { key: 'reasons', title: t('column.reasons'), width: 150, foldsBelow: 992, value: reasonsOf, cell: reasonsOf },
    {
      key: 'batch',
      title: t('column.batch'),
      width: 120,
      foldsBelow: 992,
      value: ({ rows }) => namesIn(rows, ({ batchCode }) => batchCode),
      cell: ({ rows }) => namesIn(rows, ({ batchCode }) => batchCode),
    },
    {
      key: 'container',
      title: t('column.container'),
      width: 120,
      foldsBelow: 992,
      value: ({ rows }) => namesIn(rows, ({ container }) => container?.code),
      cell: ({ rows }) => namesIn(rows, ({ container }) => container?.code),
    },
    {
      key: 'comment',
      title: t('column.comment'),
      width: 150,
      foldsBelow: 992,
      value: ({ first }) => first.comment,
      cell: ({ first, kind }) => kind !== 'PART' && first.comment,
    },
  ]
}
