import { signOf, type RowSign } from '#engine/analytics/rowSigns.ts'
import { isAdditive, isFactor, isRatio } from '#engine/analytics/dimensions.ts'
import { FURTHER_COLUMNS } from '#engine/analytics/savedLook.ts'
import type { LostKind } from '#engine/oee/worthOfMinute.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { changeOf, dimensionsOf, directionOf, kindOf, rateOf, worthOfReason, type AnalyticsRow, type LossRate } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import type { Drill, Mark } from './drill.view.ts'
import { DrillLink } from './DrillLink.tsx'
import classes from './AnalyticsPage.module.css'
import type { MarkActions, NamedMark } from './markActions.ts'
import type { Further } from './useFurther.ts'
import type { Names } from './useNames.ts'
import type { Writer } from './useWriter.ts'

type ColumnsOptions = {
  readonly search: AnalyticsSearch
  readonly names: Names
  readonly writer: Writer
  /** How output is written in the unit of the answer. */
  readonly units: Writer
  readonly further: readonly Further[]
  readonly drillOf: (mark: Mark) => Drill | null
  readonly signs: Parameters<typeof signOf>[0]
  readonly worths: readonly { readonly kind: LostKind; readonly points: number }[]
  readonly planned: Parameters<typeof rateOf>[2]
  /** What values before are called. */
  readonly beforeName: string
  /** Of the menu of a row. */
  readonly actions: MarkActions | null
}

/** Returns the columns of the table: what a row is of, its value and share, what it was before, and the change. */
export function useAnalyticsColumns({
  search,
  names,
  writer,
  units,
  further,
  drillOf,
  signs,
  worths,
  planned,
  beforeName,
  actions,
}: ColumnsOptions): readonly ListColumn<AnalyticsRow>[] {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const { m, cmp } = search
  const [first, second] = dimensionsOf(search)
  if (first === undefined) return []
  const figure = (value: number | null) => (value === null ? null : value * writer.scale)
  const { kind, unit, of: fileOf } = inFile(writer)
  const isTime = first === 'DAY' || first === 'WEEK' || first === 'MONTH' || first === 'WEEKDAY' || first === 'HOUR'
  const reasons = (names.data?.lossReasons ?? []).map((one) => ({ ...one, includeInOee: one.includeInOeeCalculation }))
  const pointsOf = ({ keys: [key = ''] }: AnalyticsRow) => {
    const worth = worthOfReason(key, kindOf(search), reasons, worths)
    return worth === null ? null : worth.points * 100
  }
  const writePoints = (points: number | null) => (points === null ? '' : `+${format.number(points, 2)}`)
  const nameOf = ({ keys }: AnalyticsRow) => names.nameOf(first, keys[0] ?? '')
  const namedOf = ({ keys }: AnalyticsRow): NamedMark => ({
    mark: { keys },
    name: keys.map((key, at) => names.nameOf(at === 0 ? first : (second ?? first), key)).join(', '),
    parts: [],
  })
  return [
    {
      key: 'first',
      title: t(`by.${first}`),
      isTitle: true,
      cell: (row) => (
        <span className={classes['named']}>
          <DrillLink drill={drillOf(row)} className={undefined} named={namedOf(row)}>
            <span data-open>{nameOf(row)}</span>
          </DrillLink>
          {actions !== null && (
            <button
              type="button"
              className={classes['more']}
              aria-label={t('mark.more', { name: nameOf(row) })}
              onClick={() => actions.onMenu(namedOf(row))}
            >
              ⋯
            </button>
          )}
        </span>
      ),
      value: nameOf,
      ...(isTime && { rank: ({ keys: [key = ''] }: AnalyticsRow) => (/^\d+$/.test(key) ? Number(key) : key) }),
      isSortable: true,
    },
    ...(second === undefined
      ? []
      : [
          {
            key: 'second',
            title: t(`by.${second}`),
            cell: ({ keys }: AnalyticsRow) => names.nameOf(second, keys[1] ?? ''),
            value: ({ keys }: AnalyticsRow) => names.nameOf(second, keys[1] ?? ''),
            isSortable: true,
          },
        ]),
    {
      key: 'value',
      title: t(`measure.${m}`),
      cell: ({ value, keys, isLow }) => <Signed value={writer.write(value)} sign={signOf(signs, keys)} isLow={isLow} />,
      value: ({ value }) => fileOf(value),
      kind,
      ...unit,
      isSortable: true,
      startsDown: true,
    },
    ...further.map(({ measure, writer: own, values }, at): ListColumn<AnalyticsRow> => {
      const file = inFile(own)
      return {
        key: FURTHER_COLUMNS[at] ?? measure,
        title: t(`measure.${measure}`),
        cell: ({ key }) => (values === null ? '' : own.write(values.get(key) ?? null)),
        value: ({ key }) => file.of(values?.get(key) ?? null),
        kind: file.kind,
        ...file.unit,
        isSortable: true,
        startsDown: true,
      }
    }),
    ...(isAdditive(m)
      ? [
          {
            key: 'share',
            title: t('column.share'),
            cell: ({ share }: AnalyticsRow) => format.percent(share),
            value: ({ share }: AnalyticsRow) => (share === null ? null : share * 100),
            kind: 'number' as const,
            unit: '%',
            isSortable: true,
            startsDown: true,
          },
        ]
      : []),
    ...(planned.length > 0 && (m === 'DURATION' || m === 'COUNT')
      ? [
          {
            key: 'rate',
            title: t(`rate.${m}`),
            cell: (row: AnalyticsRow) => <Rate rate={rateOf(row, m, planned)} measure={m} />,
            value: (row: AnalyticsRow) => scaled(rateOf(row, m, planned)?.value ?? null, m),
            kind: 'number' as const,
            ...(m === 'DURATION' && { unit: '%' }),
            isSortable: true,
            startsDown: true,
          },
        ]
      : []),
    ...(first === 'REASON' && worths.length > 0
      ? [
          {
            key: 'worth',
            title: t('column.worth'),
            cell: (row: AnalyticsRow) => writePoints(pointsOf(row)),
            value: pointsOf,
            kind: 'number' as const,
            isSortable: true,
            startsDown: true,
          },
        ]
      : []),
    ...(m === 'ATTAINMENT'
      ? [
          {
            key: 'target',
            title: t('column.targetOutput'),
            cell: ({ cell }: AnalyticsRow) => units.write(cell.base),
            value: ({ cell }: AnalyticsRow) => cell.base,
            kind: 'number' as const,
            ...(units.unit !== null && { unit: units.unit }),
            isSortable: true,
            startsDown: true,
          },
        ]
      : []),
    ...(isFactor(m)
      ? [
          {
            key: 'target',
            title: t('column.target'),
            cell: ({ target }: AnalyticsRow) => writer.write(target),
            value: ({ target }: AnalyticsRow) => fileOf(target),
            kind,
            ...unit,
            isSortable: true,
            startsDown: true,
          },
        ]
      : []),
    ...(cmp === 'NONE'
      ? []
      : [
          {
            key: 'before',
            title: beforeName,
            cell: ({ before }: AnalyticsRow) => writer.write(before),
            value: ({ before }: AnalyticsRow) => fileOf(before),
            kind,
            ...unit,
            isSortable: true,
            startsDown: true,
          },
          {
            key: 'change',
            title: t('column.change'),
            cell: ({ value, compared, before }: AnalyticsRow) => (
              <ChangeNote
                now={figure(compared)}
                shown={figure(value)}
                before={figure(before)}
                direction={directionOf(m)}
                digits={writer.digits}
                format={writer.writeScaled}
                formatDifference={(difference) => writer.writeChange(difference, compared, before)}
              />
            ),
            // As reports have it: points of a ratio, percent of all else; rows stand by the difference itself.
            value: (row: AnalyticsRow) => changeOf(row, isRatio(m)),
            rank: ({ compared, before }: AnalyticsRow) => (compared === null || before === null ? null : compared - before),
            kind: 'number' as const,
            unit: isRatio(m) ? t('column.points') : '%',
            isSortable: true,
            startsDown: true,
          },
        ]),
  ]
}

/** Of time a rate is a fraction of 1, shown in percent. */
function scaled(value: number | null, measure: 'COUNT' | 'DURATION'): number | null {
  return value === null ? null : measure === 'DURATION' ? value * 100 : value
}

/** What was lost of planned time, and how that differs from the period before. */
function Rate({ rate, measure }: { readonly rate: LossRate | null; readonly measure: 'COUNT' | 'DURATION' }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const write = (value: number) => (measure === 'DURATION' ? format.percentOf(value, 2) : format.number(value, 2))
  if (rate === null || rate.value === null) return ''
  return (
    <>
      {write(scaled(rate.value, measure) ?? 0)}{' '}
      {rate.before !== null && (
        <ChangeNote
          now={scaled(rate.compared, measure)}
          shown={scaled(rate.value, measure)}
          before={scaled(rate.before, measure)}
          direction="less"
          digits={2}
          format={write}
          {...(measure === 'DURATION' && {
            formatDifference: (value: number) => t('change.points', { value: format.number(value, 2) }),
          })}
        />
      )}
    </>
  )
}

/** How the values of a measure stand in a file: times as durations in ms, all else as numbers with the unit behind the title. */
function inFile({ scale, unit, isTime }: Writer) {
  return {
    kind: isTime ? ('duration' as const) : ('number' as const),
    unit: unit === null ? {} : { unit },
    of: (value: number | null) => (value === null ? null : value * scale * (isTime ? SECOND_MS : 1)),
  }
}

/** A figure that may still change has a star, one of shifts that were confirmed again a sign of its own; both say how many. Energy of little of the time too. */
function Signed({ value, sign, isLow }: { readonly value: string; readonly sign: RowSign | null; readonly isLow: boolean }) {
  const { t } = useTexts('analytics')
  if (sign === null && !isLow) return value
  return (
    <>
      {isLow && <abbr title={t('sign.low')}>! </abbr>}
      {value}
      {sign !== null && sign.running > 0 && <abbr title={t('sign.running', { count: sign.running })}> *</abbr>}
      {sign !== null && sign.restated > 0 && <abbr title={t('sign.restated', { count: sign.restated })}> ↻</abbr>}
    </>
  )
}
