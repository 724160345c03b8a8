import { type Chip, Chips } from '#web/parts/list/table/Chips.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { type ChangeListSearch, type ListSearch, toggled } from '../list/listSearch.view.ts'
import { groupChoices } from './filterChoices.view.ts'

type FilterChipsProps = {
  readonly workCenters: readonly ListedCard[]
  readonly search: ListSearch
  readonly onChange: ChangeListSearch
  readonly onClear: () => void
}

/** Returns a chip for each active filter, which takes it away, and the button that takes all away. */
export default function FilterChips({ workCenters, search, onChange, onClear }: FilterChipsProps) {
  const { t } = useTexts('list')
  const groupNames = new Map(groupChoices(workCenters).map(({ key, name }) => [key, name]))
  const chip = (key: string, text: string, next: Partial<ListSearch>): Chip => ({ key, text, onRemove: () => onChange(next) })
  const chips: readonly Chip[] = [
    ...search.status.map((style) => chip(style, t(`styles.${style}`), { status: toggled(search.status, style) })),
    ...(search.needsReason ? [chip('reason', t('filters.needsReason'), { needsReason: false })] : []),
    ...search.work.map((work) => chip(work, t(`filters.works.${work}`), { work: toggled(search.work, work) })),
    ...search.band.map((band) => chip(band, t('filters.bandChip', { band: t(`band.${band}`) }), { band: toggled(search.band, band) })),
    ...search.group.map((group) =>
      chip(`group ${group}`, group === 'none' ? t('boxes.noGroup') : t('filters.groupChip', { name: groupNames.get(group) ?? group }), {
        group: toggled(search.group, group),
      }),
    ),
    ...search.model.map((model) =>
      chip(`model ${model}`, t('filters.modelChip', { name: model }), { model: toggled(search.model, model) }),
    ),
  ]
  return <Chips chips={chips} invalid={search.invalid} onInvalid={() => onChange({})} onClear={onClear} />
}
