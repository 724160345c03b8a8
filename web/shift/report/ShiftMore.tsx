import { Link } from '@tanstack/react-router'
import type { OpenedShiftFragment, ShiftReportQuery } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import { useShiftNotes } from '../useShiftNotes.ts'
import { checklistWord, ordersOfShift } from './report.view.ts'
import classes from './ShiftReport.module.css'

type ShiftMoreProps = { readonly shift: OpenedShiftFragment; readonly report: ShiftReportQuery; readonly unit: string }

/** Returns what else a shift leaves: what was made of each order, material that no batch covers, its checklists, its output with confirmations, and its energy. What is not there is left out. */
export function ShiftMore({ shift, report, unit }: ShiftMoreProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const { totalCount, withProductionOrderCount, withBatchCount } = shift.outputStats
  const energy = report.energyStat ?? null
  return (
    <>
      <ShiftOrders rows={ordersOfShift(report.oeeByOrder)} unit={unit} />
      <ShiftUncovered shift={shift} />
      <ShiftChecklists occurrences={report.checklistOccurrences?.items ?? []} />
      <div className={classes['columns']}>
        <section aria-label={t('more.output')}>
          <h2>{t('more.output')}</h2>
          <dl className={classes['facts']}>
            <Fact name={t('more.total')} value={`${format.number(shift.totalOutput)} ${unit}`} />
            <Fact name={t('hours.good')} value={`${format.number(shift.oee?.acceptedOutput)} ${unit}`} />
            <Fact name={t('hours.rejected')} value={`${format.number(shift.oee?.rejectedOutput)} ${unit}`} />
            {withProductionOrderCount > 0 && (
              <Fact
                name={t('more.withOrder')}
                value={t('of', { done: format.number(withProductionOrderCount), all: format.number(totalCount) })}
              />
            )}
            {withBatchCount > 0 && (
              <Fact name={t('more.withBatch')} value={t('of', { done: format.number(withBatchCount), all: format.number(totalCount) })} />
            )}
            {(shift.outputConfirmedShare ?? 0) > 0 && (
              <Fact name={t('more.confirmed')} value={format.percent(shift.outputConfirmedShare, 0)} />
            )}
          </dl>
          {(report.told?.lateOutput ?? 0) > 0 && (
            <p className={classes['notice']}>{t('notes.late', { units: `${format.number(report.told?.lateOutput)} ${unit}` })}</p>
          )}
        </section>
        {energy !== null && energy.energyConsumption != null && (
          <section aria-label={t('more.energy')}>
            <h2>{t('more.energy')}</h2>
            <dl className={classes['facts']}>
              <Fact name={t('more.consumed')} value={t('more.kwh', { value: format.number(energy.energyConsumption, 1) })} />
              {energy.energyPerUnit != null && (
                <Fact name={t('more.perUnit', { unit })} value={t('more.kwh', { value: format.number(energy.energyPerUnit, 4) })} />
              )}
              {energy.coverage != null && <Fact name={t('more.known')} value={format.percent(energy.coverage, 0)} />}
            </dl>
            {energy.isLowCoverage && <p className={classes['notice']}>{t('more.low')}</p>}
          </section>
        )}
      </div>
    </>
  )
}

function ShiftOrders({ rows, unit }: { readonly rows: ReturnType<typeof ordersOfShift>; readonly unit: string }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <section aria-label={t('more.orders')}>
      <h2>{t('more.orders')}</h2>
      <Table
        caption={t('more.orders')}
        rows={rows}
        rowKey={({ jobOrders }) => jobOrders.map(({ id }) => id).join(' ')}
        columns={[
          {
            key: 'order',
            title: t('more.order'),
            cell: ({ jobOrders }) =>
              jobOrders.length === 0
                ? t('more.noOrder')
                : jobOrders.map(({ id, orderCode, product }) => (
                    <span key={id} className={classes['order']}>
                      <Link to="/job-orders" search={{ id: [id] }}>
                        {orderCode}
                      </Link>
                      {product != null && <span className={classes['meta']}> {product.name}</span>}
                    </span>
                  )),
          },
          {
            key: 'good',
            title: `${t('hours.good')}, ${unit}`,
            isNumber: true,
            cell: ({ acceptedOutput }) => format.number(acceptedOutput),
          },
          { key: 'rejected', title: t('hours.rejected'), isNumber: true, cell: ({ rejectedOutput }) => format.number(rejectedOutput) },
          { key: 'target', title: t('hours.target'), isNumber: true, cell: ({ targetOutput }) => format.number(targetOutput) },
        ]}
      />
    </section>
  )
}

function ShiftUncovered({ shift }: { readonly shift: OpenedShiftFragment }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const unitName = useUnitName()
  const { uncovered } = useShiftNotes(shift, false)
  if (uncovered.length === 0) return null
  return (
    <section className={classes['resolve']} aria-label={t('notes.title')}>
      <h2>{t('notes.title')}</h2>
      <ul>
        {uncovered.map(({ key, name, orderCode, quantity, unit }) => (
          <li key={key}>
            {name} · {numberText(quantity, format.locale, true)} {unit === null ? '' : unitName(unit)}
            {orderCode !== null && <span className={classes['meta']}> · {orderCode}</span>}
          </li>
        ))}
      </ul>
      <p className={classes['meta']}>
        {t('notes.help')}{' '}
        <Link to="/output" search={{ tab: 'stock', wc: [shift.workCenterId] }}>
          {t('notes.cover')}
        </Link>
      </p>
    </section>
  )
}

type ChecklistsProps = { readonly occurrences: NonNullable<ShiftReportQuery['checklistOccurrences']>['items'] }

function ShiftChecklists({ occurrences }: ChecklistsProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  if (occurrences.length === 0) return null
  return (
    <section aria-label={t('more.checklists')}>
      <h2>{t('more.checklists')}</h2>
      <ul className={classes['checklists']}>
        {occurrences
          .toSorted((left, right) => Date.parse(left.dueAt) - Date.parse(right.dueAt))
          .map((occurrence) => {
            const { id, checklist, dueAt, submittedAt, submittedBy } = occurrence
            return (
              <li key={id}>
                <Link to="/checklists" search={{ result: [id] }}>
                  {checklist?.name ?? ''}
                </Link>
                <span className={classes['meta']}>
                  {[
                    format.time(Date.parse(dueAt)),
                    t(`checklist.${checklistWord(occurrence)}`),
                    ...(submittedAt == null ? [] : [`${submittedBy?.fullName ?? ''} ${format.time(Date.parse(submittedAt))}`]),
                  ].join(' · ')}
                </span>
              </li>
            )
          })}
      </ul>
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
