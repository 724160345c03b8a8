import { useMemo } from 'react'
import { midnight } from '#engine/time/statPeriod.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { differenceOf, isOfClock, isShort, mayHaveUnits, type EnergyRow } from './energy.view.ts'
import classes from './EnergyPage.module.css'
import type { EnergySplit } from './energySearch.ts'

/** Returns what names a row: its part of the clock by the clock of its plant, else its machine, status, order or hours of the tariff. */
export function useEnergyNames(split: EnergySplit): (row: EnergyRow) => string {
  const { t } = useTexts('energy')
  const own = useFormat()
  const formatOf = useMemo(() => zoneFormats(own), [own])
  return ({ key, name, workCenter, timeStart, shiftDate }) => {
    if (split === 'WORK_CENTER') return workCenter.name
    if (split === 'GROUP') return name ?? t('noGroup')
    const format = formatOf(workCenter.timeZone)
    if (split === 'SHIFT' && shiftDate != null) return `${format.date(midnight(workCenter.timeZone, shiftDate))} · ${name ?? ''}`
    const start = Date.parse(timeStart)
    if (isOfClock(split)) return isShort(split) ? `${format.dayMonth(start)}, ${format.time(start)}` : format.date(start)
    if (name !== null) return name
    if (split === 'STATUS') return t(`status.${key === 'OFF' || key === 'UNDEFINED' ? key : 'NO_DATA'}`)
    return split === 'JOB_ORDER' ? t('noOrder') : t('noZone')
  }
}

/** Whether anything is compared, and the dates that somebody chose for it; null = those before. */
type Compared = { readonly hasBefore: boolean; readonly beforeName: string | null }

/** Returns the columns of a part of energy: what it is of, kWh with its share, cost, and both for each good unit. */
export function useEnergyColumns(
  split: EnergySplit,
  nameOf: (row: EnergyRow) => string,
  { hasBefore, beforeName }: Compared,
): readonly ListColumn<EnergyRow>[] {
  const { t } = useTexts('energy')
  const own = useFormat()
  const isInstant = isOfClock(split) && split !== 'SHIFT'
  const unitOf = ({ workCenter }: EnergyRow) => workCenter.outputMeasurementUnit.shortName
  const money = (value: number | null | undefined, { currency }: EnergyRow, digits: number) =>
    value == null || currency === null ? own.number(null) : `${own.number(value, digits)} ${currency}`
  const ofUnits: readonly ListColumn<EnergyRow>[] = [
    {
      key: 'units',
      foldsBelow: 992,
      title: t('column.units'),
      kind: 'number',
      value: ({ acceptedOutput }) => acceptedOutput ?? null,
      cell: (row) => (row.acceptedOutput == null ? own.number(null) : `${own.number(row.acceptedOutput)} ${unitOf(row)}`),
    },
    {
      key: 'perUnit',
      title: t('column.perUnit'),
      kind: 'number',
      isSortable: true,
      startsDown: true,
      value: ({ energyPerUnit }) => energyPerUnit ?? null,
      cell: ({ energyPerUnit }) => own.number(energyPerUnit ?? null, 4),
    },
    {
      key: 'costPerUnit',
      title: t('column.costPerUnit'),
      kind: 'number',
      value: ({ costPerUnit }) => costPerUnit ?? null,
      cell: (row) => money(row.costPerUnit, row, 4),
    },
  ]
  return [
    {
      key: 'part',
      title: t(`by.${split}`),
      isTitle: true,
      value: isInstant ? ({ timeStart }) => Date.parse(timeStart) : nameOf,
      ...(isInstant && { kind: 'instant' as const }),
      ...(split === 'SHIFT' && { rank: ({ timeStart }: EnergyRow) => Date.parse(timeStart) }),
      cell: (row) => nameOf(row),
    },
    ...(split === 'WORK_CENTER' || split === 'GROUP'
      ? []
      : [
          {
            key: 'place',
            title: t('place'),
            value: ({ workCenter }: EnergyRow) => workCenter.name,
            cell: ({ workCenter }: EnergyRow) => workCenter.name,
          },
        ]),
    {
      key: 'end',
      title: t('column.end'),
      kind: 'instant',
      isOnlyInFile: true,
      value: ({ timeEnd }) => Date.parse(timeEnd),
      cell: () => null,
    },
    {
      key: 'kwh',
      title: t('column.kwh'),
      kind: 'number',
      isSortable: true,
      startsDown: true,
      value: ({ energyConsumption }) => energyConsumption ?? null,
      cell: ({ energyConsumption, share, isAssumedBalanced }) => (
        <span className={classes['energy']}>
          <span>
            {isAssumedBalanced && <abbr title={t('assumed')}>≈ </abbr>}
            {own.number(energyConsumption ?? null, 2)}
          </span>
          <span className={classes['track']} aria-hidden>
            <span className={classes['bar']} style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
        </span>
      ),
    },
    ...(hasBefore
      ? [
          {
            key: 'before',
            foldsBelow: 992 as const,
            title: beforeName ?? t('column.before'),
            kind: 'number' as const,
            value: ({ before }: EnergyRow) => before,
            cell: ({ before }: EnergyRow) => own.number(before, 2),
          },
          {
            key: 'change',
            title: t('column.change'),
            kind: 'number' as const,
            value: (row: EnergyRow) => differenceOf(row),
            cell: (row: EnergyRow) =>
              differenceOf(row) === null ? (
                own.number(null)
              ) : (
                <ChangeNote
                  now={row.energyConsumption ?? null}
                  before={row.before}
                  direction="less"
                  digits={1}
                  format={(value) => own.number(value, 1)}
                />
              ),
          },
        ]
      : []),
    // Of a group there is none: that of one of its work centers would be taken for what all of it drew.
    ...(split === 'GROUP' ? [] : (['mean', 'max'] as const)).map((key): ListColumn<EnergyRow> => {
      const of = ({ averagePower, maxPower }: EnergyRow) => (key === 'mean' ? averagePower : maxPower) ?? null
      return {
        key,
        foldsBelow: 992,
        title: t(`column.${key}`),
        kind: 'number',
        value: of,
        cell: (row) => own.number(of(row), 2),
      }
    }),
    {
      key: 'cost',
      title: t('column.cost'),
      kind: 'number',
      isSortable: true,
      startsDown: true,
      value: ({ cost }) => cost ?? null,
      cell: (row) => money(row.cost, row, 2),
    },
    {
      key: 'currency',
      title: t('column.currency'),
      isOnlyInFile: true,
      value: ({ currency }) => currency,
      cell: () => null,
    },
    {
      key: 'coverage',
      foldsBelow: 992,
      title: t('column.coverage'),
      kind: 'number',
      value: ({ coverage }) => (coverage == null ? null : coverage * 100),
      cell: ({ coverage, isLow }) => (
        <span title={isLow ? t('low') : undefined}>
          {isLow && <span aria-label={t('low')}>! </span>}
          {own.percent(coverage ?? null)}
        </span>
      ),
    },
    ...(mayHaveUnits(split) ? ofUnits : []),
  ]
}
