import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { LossesSearch } from './lossesSearch.ts'

type Place = { readonly id: number; readonly name: string }

/** Returns the filters that are on, in words; the running shift is what the page begins with, and no filter. */
export function useLossChips({ search, change }: ListUrl<LossesSearch>, places: readonly Place[]): readonly Chip[] {
  const { t } = useTexts('loss')
  const format = useFormat()
  const { range, from, to, wc, source, category, plan, length, approval, critical, q } = search
  const chip = (key: string, text: string, next: Partial<LossesSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  const ofPlaces = wc.map((id) =>
    chip(`wc${id}`, places.find((place) => place.id === id)?.name ?? `#${id}`, { wc: wc.filter((one) => one !== id) }),
  )
  if (search.tab === 'invalid') return ofPlaces
  return [
    ...(range === 'currentShift'
      ? []
      : [
          chip('range', range === 'dates' && `${from}${to}` !== '' ? `${day(from)}–${day(to)}` : t(`range.${range}`), {
            range: 'currentShift',
            from: '',
            to: '',
          }),
        ]),
    ...ofPlaces,
    ...(source === '' || search.tab === 'quality' ? [] : [chip('source', t(`source.${source}`), { source: '' })]),
    ...(category === '' ? [] : [chip('category', t(`category.${category}`), { category: '' })]),
    ...(plan === '' ? [] : [chip('plan', t(`plan.${plan}`), { plan: '' })]),
    ...(length === '' ? [] : [chip('length', t(`length.${length}`), { length: '' })]),
    ...(approval === '' ? [] : [chip('approval', t(`approval.${approval}`), { approval: '' })]),
    ...(critical ? [chip('critical', t('filter.critical'), { critical: false })] : []),
    ...(q.trim() === '' ? [] : [chip('q', `“${q.trim()}”`, { q: '' })]),
  ]
}
