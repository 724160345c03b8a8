import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { OrdersOfPeriodDocument } from '#web/api/generated/graphql.ts'
import type { OrdersOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { type FileColumn, filePercent } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/Table.tsx'
import type { Asked } from './askedPeriod.view.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { FIGURES } from './figureKinds.ts'
import { cyclesOf, keyOfOrders, productsOf, timeShares } from './orders.view.ts'
import classes from './OrdersSection.module.css'

type OrderRow = OrdersOfPeriodQuery['oeeByOrder'][number]

/** Returns output and OEE of the period by order, the longest planned time ahead; nothing where no order was worked on. */
export function OrdersSection({
  workCenterId,
  asked,
  unit,
}: {
  readonly workCenterId: number
  readonly asked: Asked
  readonly unit: string
}) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const variables = useMemo(() => ({ workCenterId, filter: asked.filter }), [workCenterId, asked])
  const interest = { workCenterIds: [workCenterId], kinds: FIGURES, period: asked.window }
  const [result, refetch] = useFreshQuery(OrdersOfPeriodDocument, variables, interest, { pause: asked.window === null })
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  const rows = result.data?.oeeByOrder ?? []
  if (rows.every(({ jobOrders }) => jobOrders.length === 0)) return null
  const shares = timeShares(rows)
  const percent = (figure: OrderRow['oee']) => format.percentOf(figure?.exactValue, 1)
  const nameOf = ({ jobOrders }: OrderRow) =>
    jobOrders.length === 0 ? t('orders.none') : jobOrders.map((one) => one.orderCode).join(' + ')
  const columns: readonly Column<OrderRow>[] = [
    {
      key: 'order',
      title: t('orders.order'),
      cell: (row) => (
        <>
          {row.jobOrders.length === 0
            ? nameOf(row)
            : row.jobOrders.map(({ id, orderCode }) => (
                <Link key={id} to="/job-orders" search={{ id: [id] }} className={classes['link']}>
                  {orderCode}
                </Link>
              ))}
          <span className={classes['meta']}>{productsOf(row.jobOrders)}</span>
        </>
      ),
    },
    {
      key: 'made',
      title: `${t('orders.accepted')}, ${unit}`,
      isNumber: true,
      cell: (row) => (
        <>
          {format.number(row.acceptedOutput)}
          {row.attainment && (
            <span className={classes['meta']}>{t('orders.attainment', { share: format.percentOf(row.attainment.exactValue, 0) })}</span>
          )}
        </>
      ),
    },
    { key: 'rejected', title: t('shifts.rejected'), isNumber: true, hideBelow: 600, cell: (row) => format.number(row.rejectedOutput) },
    { key: 'oee', title: t('oee.oee'), isNumber: true, cell: (row) => percent(row.oee) },
    { key: 'availability', title: t('oee.availability'), isNumber: true, hideBelow: 992, cell: (row) => percent(row.availability) },
    { key: 'performance', title: t('oee.performance'), isNumber: true, hideBelow: 992, cell: (row) => percent(row.performance) },
    { key: 'quality', title: t('oee.quality'), isNumber: true, hideBelow: 992, cell: (row) => percent(row.quality) },
    {
      key: 'time',
      title: t('orders.time'),
      isNumber: true,
      cell: (row) => (
        <>
          {format.duration(row.plannedProductionTime * 1000)}
          <span className={classes['meta']}>{format.percent(shares.get(row) ?? null, 0)}</span>
        </>
      ),
    },
    {
      key: 'cycle',
      title: t('orders.cycle'),
      isNumber: true,
      hideBelow: 600,
      cell: (row) =>
        cyclesOf(row.idealCycleTimes)
          .map((ms) => format.cycle(ms))
          .join(' – '),
    },
  ]
  const share = (title: string, of: (row: OrderRow) => OrderRow['oee'] | undefined): FileColumn<OrderRow> => ({
    title,
    kind: 'number',
    unit: '%',
    value: (row) => of(row)?.exactValue ?? null,
  })
  const inFile: readonly FileColumn<OrderRow>[] = [
    { title: t('orders.order'), value: nameOf },
    { title: t('orders.product'), value: (row) => productsOf(row.jobOrders) },
    { title: t('orders.accepted'), kind: 'number', unit, value: (row) => row.acceptedOutput },
    share(t('orders.attained'), (row) => row.attainment),
    { title: t('shifts.rejected'), kind: 'number', unit, value: (row) => row.rejectedOutput },
    share(t('oee.oee'), (row) => row.oee),
    share(t('oee.availability'), (row) => row.availability),
    share(t('oee.performance'), (row) => row.performance),
    share(t('oee.quality'), (row) => row.quality),
    { title: t('orders.time'), kind: 'duration', value: (row) => row.plannedProductionTime * 1000 },
    { title: t('shares.share'), kind: 'number', unit: '%', value: (row) => filePercent(shares.get(row)) },
  ]
  const [first] = rows
  return (
    <ChartFigure
      title={t('orders.title')}
      summary={t(first?.jobOrders.length === 0 ? 'orders.summaryNone' : 'orders.summary', {
        name: first === undefined ? '' : nameOf(first),
        share: format.percent((first && shares.get(first)) ?? null, 0),
      })}
      table={null}
      file={{ title: t('orders.title'), rows: rows, columns: inFile }}
    >
      <Table caption={t('orders.title')} rows={rows} rowKey={keyOfOrders} columns={columns} />
    </ChartFigure>
  )
}
