import { useMemo } from 'react'
import { bandOf } from '#engine/oee/band.ts'
import { drawnKey } from '#engine/analytics/drawnTime.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { type OeeStatPeriod, TrendOfPeriodDocument, type TrendOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Asked, noonOf } from './askedPeriod.view.ts'
import { isFair, knownSeconds, pointsBefore, weeksBefore } from './compare.view.ts'
import { FIGURES } from './figureKinds.ts'

type Point = TrendOfPeriodQuery['oeeStatistics'][number]

type TrendQuestion = {
  readonly asked: Asked
  /** Null = not compared. */
  readonly before: Asked | null
  readonly groupBy: Extract<OeeStatPeriod, 'DAY' | 'SHIFT' | 'WEEK'>
  readonly key: 'availability' | 'oee' | 'performance' | 'quality'
}

/** Returns the figure shift by shift, day by day or week by week with the period before, asked again when shifts change; nothing while it is paused. */
export function useTrend({ asked, before, groupBy, key }: TrendQuestion, isPaused = false) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const interest = { workCenterIds: asked.filter.workCenterIds, kinds: FIGURES }
  const ofPast = before ?? asked
  const [result] = useFreshQuery(
    TrendOfPeriodDocument,
    useMemo(() => ({ filter: asked.filter, groupBy }), [asked.filter, groupBy]),
    { ...interest, period: asked.window },
    { pause: isPaused },
  )
  const [past] = useFreshQuery(
    TrendOfPeriodDocument,
    useMemo(() => ({ filter: ofPast.filter, groupBy }), [ofPast.filter, groupBy]),
    { ...interest, period: ofPast.window },
    { pause: before === null || isPaused },
  )
  const points = result.data?.oeeStatistics
  const earlier = before === null ? undefined : past.data?.oeeStatistics
  const bars = useMemo(() => {
    const isOfWeeks = groupBy === 'WEEK'
    const dayOf = ({ dateStart }: Point) =>
      format.dayMonth(noonOf(isOfWeeks ? drawnKey('DAY', 'WEEK', dateStart) : dateStart, format.timeZone))
    const nameOf = (point: Point) => {
      if (groupBy === 'SHIFT') return `${dayOf(point)} · ${t('trend.shift', { number: point.shiftId ?? 0 })}`
      return isOfWeeks ? t('trend.weekOf', { date: dayOf(point) }) : dayOf(point)
    }
    const partnersOf = isOfWeeks ? weeksBefore : pointsBefore
    const partners = before && earlier ? partnersOf(points ?? [], earlier, { current: asked, before, timeZone: format.timeZone }) : []
    return (points ?? []).map((point, index) => {
      const partner = partners[index] ?? null
      const value = point[key]?.exactValue ?? null
      const band = bandOf(value)
      const name = nameOf(point)
      return {
        key: `${point.dateStart} ${point.shiftId ?? ''}`,
        date: isOfWeeks ? drawnKey('DAY', 'WEEK', point.dateStart) : point.dateStart,
        shift: point.shiftId ?? null,
        // The axis says each date once, at its first shift.
        label: index > 0 && points?.[index - 1]?.dateStart === point.dateStart ? '' : dayOf(point),
        name: point.isProvisional ? `${name} · ${t('shifts.soFar')}` : name,
        title: `${name}: ${format.percentOf(value, 1)}`,
        value,
        before: partner?.[key]?.exactValue ?? null,
        isJudged: partner !== null && isFair(knownSeconds(point), knownSeconds(partner)),
        isPartial: point.isProvisional,
        color: band === null ? 'var(--muted)' : `var(--band-${band})`,
      }
    })
  }, [points, earlier, asked, before, key, groupBy, format, t])
  return { points, earlier, bars }
}
