import { isOfLosses } from '#engine/analytics/dimensions.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { kindOf } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import type { Names } from './useNames.ts'

const DIMENSION = { reason: 'REASON', reasonGroup: 'REASON_GROUP', wc: 'WORK_CENTER', wcGroup: 'GROUP' } as const

/** Returns the filters that are on, in words; the last seven days and stops are what the page begins with, and no filter. */
export function useAnalyticsChips({ search, change }: ListUrl<AnalyticsSearch>, names: Names): readonly Chip[] {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const { m, range, from, to, kind, category, type, activity, weekday, hour, shift } = search
  const chip = (key: string, text: string, next: Partial<AnalyticsSearch>): Chip => ({ key, text, onRemove: () => change(next) })
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  const named = (key: keyof typeof DIMENSION) =>
    search[key].map((id) =>
      chip(`${key}${id}`, names.nameOf(DIMENSION[key], String(id)), { [key]: search[key].filter((one) => one !== id) }),
    )
  return [
    ...(range === 'last7'
      ? []
      : [
          chip(
            'range',
            range === 'dates' && `${from}${to}` !== '' ? (from === to ? day(from) : `${day(from)}–${day(to)}`) : t(`range.${range}`),
            {
              range: 'last7',
              from: '',
              to: '',
            },
          ),
        ]),
    ...named('wc'),
    ...named('wcGroup'),
    ...shift.map((code) => chip(`shift${code}`, t('oneShift', { code }), { shift: shift.filter((one) => one !== code) })),
    ...(weekday.length === 0 ? [] : [chip('weekday', weekday.map((one) => t(`weekdayShort.${one}`)).join(', '), { weekday: [] })]),
    ...(isOfLosses(m)
      ? [
          ...(kindOf(search) === 'STATUS' ? [] : [chip('kind', t(`kind.${kind}`), { kind: 'STATUS' })]),
          ...named('reason'),
          ...named('reasonGroup'),
          ...category.map((one) => chip(`category${one}`, t(`category.${one}`), { category: category.filter((other) => other !== one) })),
          ...type.map((one) => chip(`type${one}`, t(`type.${one}`), { type: type.filter((other) => other !== one) })),
          ...activity.map((one) => chip(`activity${one}`, t(`activity.${one}`), { activity: activity.filter((other) => other !== one) })),
          ...(search.oee ? [chip('oee', t('filter.oee'), { oee: false })] : []),
          ...(hour.length === 0 ? [] : [chip('hour', hour.map((one) => `${one}:00`).join(', '), { hour: [] })]),
        ]
      : []),
  ]
}
