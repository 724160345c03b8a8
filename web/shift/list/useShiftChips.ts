import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ShiftsSearch } from '../shiftsSearch.ts'

type Place = { readonly id: number; readonly name: string }

/** Returns the filters that are on, in words; the last seven days are what the page begins with, and no filter. */
export function useShiftChips(
  { search, change }: ListUrl<ShiftsSearch>,
  { places, groups }: { readonly places: readonly Place[]; readonly groups: readonly Place[] },
): readonly Chip[] {
  const { t } = useTexts('shift')
  const format = useFormat()
  const { range, from, to, wc, wcGroup, code, weekday, shift, unexplained, output } = search
  const chip = (key: string, text: string, next: Partial<ShiftsSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  const names = new Intl.DateTimeFormat(format.locale, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  const dayName = (number: string) => names.format(Date.UTC(2024, 0, Number(number)))
  return [
    ...(range === 'last7'
      ? []
      : [
          chip('range', range === 'dates' && `${from}${to}` !== '' ? `${day(from)}–${day(to)}` : t(`range.${range}`), {
            range: 'last7',
            from: '',
            to: '',
          }),
        ]),
    ...wc.map((id) => chip(`wc${id}`, places.find((place) => place.id === id)?.name ?? `#${id}`, { wc: wc.filter((one) => one !== id) })),
    ...shift.map((id) => chip(`shift${id}`, t('filter.number', { number: id }), { shift: shift.filter((one) => one !== id) })),
    ...wcGroup.map((id) =>
      chip(`group${id}`, groups.find((group) => group.id === id)?.name ?? `#${id}`, { wcGroup: wcGroup.filter((one) => one !== id) }),
    ),
    ...code.map((one) => chip(`code${one}`, t('filter.code', { code: one }), { code: code.filter((other) => other !== one) })),
    ...(weekday.length === 0 ? [] : [chip('weekday', weekday.map(dayName).join(', '), { weekday: [] })]),
    ...(output === '' ? [] : [chip('output', t(`gap.${output}`), { output: '' })]),
    ...(unexplained ? [chip('unexplained', t('filter.unexplained'), { unexplained: false })] : []),
  ]
}
