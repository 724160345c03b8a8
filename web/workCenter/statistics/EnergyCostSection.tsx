import { useMemo } from 'react'
import { DAY_MS } from '#engine/time/durations.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { EnergyCostOfPeriodDocument, type EnergyCostFiguresFragment } from '#web/api/generated/graphql.ts'
import { FigureTile } from '#web/parts/figures/FigureTile.tsx'
import type { FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { useOneUnit } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Table } from '#web/ui/Table.tsx'
import type { Asked } from './askedPeriod.view.ts'
import { ChartFigure } from './ChartFigure.tsx'
import classes from './EnergySection.module.css'
import { idleEnergy, isPriced, periodOf } from './energyCost.view.ts'
import { ENERGY } from './figureKinds.ts'

/** By status energy comes from samples: of a longer period nobody would wait for it. */
const STATUSES_UP_TO_DAYS = 8

type EnergyCostSectionProps = { readonly workCenterId: number; readonly asked: Asked; readonly unit: string }

/** Returns what the energy of the period cost, how much of it was used without producing, and by status and hours of the tariff; nothing without a tariff. */
export function EnergyCostSection({ workCenterId, asked, unit }: EnergyCostSectionProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const oneUnit = useOneUnit()
  const { window } = asked
  const hasStatuses = window !== null && window.to - window.from <= STATUSES_UP_TO_DAYS * DAY_MS
  const variables = useMemo(
    () => ({ workCenterIds: [workCenterId], period: periodOf(window), hasStatuses }),
    [workCenterId, window, hasStatuses],
  )
  const interest = { workCenterIds: [workCenterId], kinds: ENERGY, period: window }
  const [result] = useFreshQuery(EnergyCostOfPeriodDocument, variables, interest, { pause: window === null || asked.shiftIds !== null })
  const whole = result.data?.whole[0]
  if (result.data === undefined || whole === undefined || !isPriced(whole) || asked.shiftIds !== null) return null
  const kwh = (value: number) => t('energy.kwh', { value: format.number(value, value < 100 ? 1 : 0) })
  const money = (value: number | null | undefined, currency: string | null | undefined, digits = 2) =>
    value == null ? '—' : t('energyCost.money', { value: format.number(value, digits), currency: currency ?? '' })
  const { statuses, zones } = result.data
  const idle = statuses === undefined ? null : idleEnergy(statuses)
  const table = (title: string, rows: readonly EnergyCostFiguresFragment[], nameOf: (row: EnergyCostFiguresFragment) => string) => (
    <Table
      caption={title}
      rows={rows.toSorted((one, other) => (other.energyConsumption ?? 0) - (one.energyConsumption ?? 0))}
      rowKey={(row) => row.key}
      columns={[
        { key: 'name', title, cell: nameOf },
        { key: 'energy', title: t('energy.unit'), isNumber: true, cell: (row) => format.number(row.energyConsumption, 1) },
        {
          key: 'share',
          title: '%',
          isNumber: true,
          cell: (row) => format.percent(whole.energyConsumption ? (row.energyConsumption ?? 0) / whole.energyConsumption : null, 0),
        },
        {
          key: 'cost',
          title: t('energyCost.costIn', { currency: whole.currency ?? '' }),
          isNumber: true,
          cell: (row) => (row.cost == null ? '—' : format.number(row.cost, 2)),
        },
      ]}
    />
  )
  const statusName = (row: EnergyCostFiguresFragment) => row.name ?? t('energyCost.outside')
  const zoneName = (row: EnergyCostFiguresFragment) => row.name ?? (row.currency == null ? t('energyCost.noPrice') : t('energyCost.other'))
  const inFile = [
    ...(statuses ?? []).map((row) => ({ row, by: t('energyCost.statuses'), name: statusName(row) })),
    ...(zones.length > 1 ? zones.map((row) => ({ row, by: t('energyCost.zones'), name: zoneName(row) })) : []),
  ]
  const columns: readonly FileColumn<(typeof inFile)[number]>[] = [
    { title: t('energyCost.title'), value: ({ by }) => by },
    { title: t('energyCost.part'), value: ({ name }) => name },
    { title: t('energy.unit'), kind: 'number', value: ({ row }) => row.energyConsumption ?? null },
    {
      title: t('energyCost.costIn', { currency: whole.currency ?? '' }),
      kind: 'number',
      value: ({ row }) => row.cost ?? null,
    },
  ]
  const notes = [
    money(whole.cost, whole.currency),
    ...(whole.unpriced > 0 ? [t('energyCost.unpriced', { energy: kwh(whole.unpriced) })] : []),
  ]
  return (
    <ChartFigure
      title={t('energyCost.title')}
      summary={t('energyCost.summary', { cost: notes[0] ?? '', energy: kwh(whole.energyConsumption ?? 0) })}
      table={null}
      {...(inFile.length > 0 && { file: { title: t('energyCost.title'), rows: inFile, columns } })}
    >
      <div className={classes['tiles']}>
        <FigureTile name={t('energyCost.cost')} value={money(whole.cost, whole.currency)} note={notes[1]} />
        {whole.costPerUnit != null && (
          <FigureTile name={t('energyCost.perUnit', { unit: oneUnit(unit) })} value={money(whole.costPerUnit, whole.currency, 4)} />
        )}
        {idle !== null && idle.kwh !== null && (
          <FigureTile
            name={t('energyCost.idle')}
            value={kwh(idle.kwh)}
            note={`${money(idle.cost, whole.currency)} · ${t('energyCost.share', { share: format.percent(idle.share, 0) })}`}
          />
        )}
      </div>
      <div className={classes['tables']}>
        {statuses !== undefined && table(t('energyCost.statuses'), statuses, statusName)}
        {zones.length > 1 && table(t('energyCost.zones'), zones, zoneName)}
      </div>
    </ChartFigure>
  )
}
