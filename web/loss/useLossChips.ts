import { NOBODY } from '#engine/analytics/lossFact.ts'
import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { hourStretches } from './losses.view.ts'
import type { LossesSearch } from './lossesSearch.ts'
import type { FilterChoice, LossFilterChoices } from './useLossFilterChoices.ts'

type Place = { readonly id: number; readonly name: string }

/** Returns the filters that are on, in words; the running shift is what the page begins with, and no filter. */
export function useLossChips(
  { search, change }: ListUrl<LossesSearch>,
  places: readonly Place[],
  choices: LossFilterChoices,
): readonly Chip[] {
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
  /** One chip for each of the ids, by the name that the filter offers. */
  const named = (key: 'reason' | 'reasonGroup' | 'wcGroup', offered: readonly FilterChoice[]) =>
    search[key].map((id) =>
      chip(`${key}${id}`, offered.find(({ value }) => value === String(id))?.label ?? `${t(`filter.${key}`)} #${id}`, {
        [key]: search[key].filter((one) => one !== id),
      }),
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
    ...named('wcGroup', choices.groups),
    ...named('reason', choices.reasons),
    ...named('reasonGroup', choices.reasonGroups),
    ...search.activity.map((type) => chip(type, t(`activity.${type}`), { activity: search.activity.filter((one) => one !== type) })),
    ...search.shift.map((code) =>
      chip(`shift${code}`, t('filter.oneShift', { code }), { shift: search.shift.filter((one) => one !== code) }),
    ),
    ...search.order.map((id) => {
      const code = choices.orders.find(({ value }) => value === String(id))?.label ?? `#${id}`
      return chip(`order${id}`, t('filter.oneOrder', { id: code }), { order: search.order.filter((one) => one !== id) })
    }),
    ...search.person.map((id) =>
      chip(`person${id}`, t(id === NOBODY ? 'filter.nobody' : 'filter.onePerson'), { person: search.person.filter((one) => one !== id) }),
    ),
    ...(search.weekday.length === 0 ? [] : [chip('weekday', search.weekday.map((one) => t(`weekday.${one}`)).join(', '), { weekday: [] })]),
    ...(search.hour.length === 0 ? [] : [chip('hour', hoursText(search.hour), { hour: [] })]),
    ...(source === '' || search.tab === 'quality' ? [] : [chip('source', t(`source.${source}`), { source: '' })]),
    ...category.map((one) => chip(`category${one}`, t(`category.${one}`), { category: category.filter((other) => other !== one) })),
    ...plan.map((one) => chip(`plan${one}`, t(`plan.${one}`), { plan: plan.filter((other) => other !== one) })),
    ...(search.noReason === '' ? [] : [chip('noReason', t(`noReason.${search.noReason}`), { noReason: '' })]),
    ...(search.why.length === 0 ? [] : [chip('why', t('filter.why', { number: search.why.length }), { why: [] })]),
    ...(search.status.length === 0 ? [] : [chip('status', t('filter.ofStatus', { number: search.status.length }), { status: [] })]),
    ...(length === '' ? [] : [chip('length', t(`length.${length}`), { length: '' })]),
    ...(approval === '' ? [] : [chip('approval', t(`approval.${approval}`), { approval: '' })]),
    ...(critical ? [chip('critical', t('filter.critical'), { critical: false })] : []),
    ...(search.oee ? [chip('oee', t('filter.oee'), { oee: false })] : []),
    ...(q.trim() === '' ? [] : [chip('q', `“${q.trim()}”`, { q: '' })]),
  ]
}

function hoursText(hours: readonly string[]): string {
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
  return hourStretches(hours.map(Number))
    .map(([from, to]) => `${clock(from)}–${clock(to)}`)
    .join(', ')
}
