import { keyOfText } from '#engine/analytics/lossFact.ts'
import { isOfLosses } from '#engine/analytics/dimensions.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { kindOf, piecesOf } from './analytics.view.ts'
import type { AnalyticsSearch } from './analyticsSearch.ts'
import { useDatesText } from './useDatesText.ts'
import type { Names } from './useNames.ts'

const DIMENSION = { reason: 'REASON', reasonGroup: 'REASON_GROUP', wc: 'WORK_CENTER', wcGroup: 'GROUP' } as const

/** Returns the filters that are on, in words; the last seven days and stops are what the page begins with, and no filter. */
export function useAnalyticsChips({ search, change }: ListUrl<AnalyticsSearch>, names: Names): readonly Chip[] {
  const { t } = useTexts('analytics')
  const { m, range, from, to, kind, category, type, activity, weekday, shift } = search
  const { hours, orders, products } = piecesOf(search)
  const chip = (key: string, text: string, next: Partial<AnalyticsSearch>): Chip => ({ key, text, onRemove: () => change(next) })
  const datesText = useDatesText()
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
            range === 'dates' && `${from}${to}` !== '' ? datesText({ dateFrom: from || to, dateTo: to || from }) : t(`range.${range}`),
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
        ]
      : []),
    ...(hours.length === 0 ? [] : [chip('hour', hours.map((one) => `${one}:00`).join(', '), { hour: [] })]),
    ...orders.map((one) =>
      chip(`order${one}`, names.nameOf('ORDER', keyOfText(one)), { order: search.order.filter((other) => other !== one) }),
    ),
    ...products.map((one) =>
      chip(`product${one}`, names.nameOf('PRODUCT', keyOfText(one)), { product: search.product.filter((other) => other !== one) }),
    ),
  ]
}
