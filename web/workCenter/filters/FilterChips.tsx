import type { ReactNode } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { ListedCard } from '../list/listedCard.ts'
import { filterCount, type ListSearch, toggled } from '../list/listSearch.view.ts'
import classes from './FilterChips.module.css'
import { groupChoices } from './filterChoices.view.ts'

type FilterChipsProps = {
  readonly workCenters: readonly ListedCard[]
  readonly search: ListSearch
  /** What of the address means nothing; any change of the list takes it out. */
  readonly wrong: readonly string[]
  readonly onChange: (next: Partial<ListSearch>) => void
  readonly onClear: () => void
}

/** Returns a chip for each active filter, which takes it away, and the button that takes all away. */
export default function FilterChips({ workCenters, search, wrong, onChange, onClear }: FilterChipsProps) {
  const { t } = useTexts('list')
  const groupNames = new Map(groupChoices(workCenters).map(({ key, name }) => [key, name]))
  return (
    <ul className={classes['chips']} aria-label={t('filters.active')}>
      {search.status.map((look) => (
        <Chip key={look} onRemove={() => onChange({ status: toggled(search.status, look) })}>
          {t(`looks.${look}`)}
        </Chip>
      ))}
      {search.needsReason && <Chip onRemove={() => onChange({ needsReason: false })}>{t('filters.needsReason')}</Chip>}
      {search.work.map((work) => (
        <Chip key={work} onRemove={() => onChange({ work: toggled(search.work, work) })}>
          {t(`filters.works.${work}`)}
        </Chip>
      ))}
      {search.band.map((band) => (
        <Chip key={band} onRemove={() => onChange({ band: toggled(search.band, band) })}>
          {t('filters.bandChip', { band: t(`band.${band}`) })}
        </Chip>
      ))}
      {search.group.map((group) => (
        <Chip key={group} onRemove={() => onChange({ group: toggled(search.group, group) })}>
          {group === 'none' ? t('boxes.noGroup') : t('filters.groupChip', { name: groupNames.get(group) ?? group })}
        </Chip>
      ))}
      {search.model.map((model) => (
        <Chip key={model} onRemove={() => onChange({ model: toggled(search.model, model) })}>
          {t('filters.modelChip', { name: model })}
        </Chip>
      ))}
      {wrong.length > 0 && <Chip onRemove={() => onChange({})}>{t('filters.notUnderstood', { value: wrong.join(', ') })}</Chip>}
      {filterCount(search) > 0 && (
        <li>
          <button type="button" className={classes['clear']} onClick={onClear}>
            {t('boxes.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  )
}

function Chip({ children, onRemove }: { readonly children: ReactNode; readonly onRemove: () => void }) {
  const { t } = useTexts('list')
  return (
    <li>
      <button type="button" className={classes['chip']} onClick={onRemove}>
        <span>{children}</span>
        <Icon name="close" size={14} />
        <span className="hidden-text">, {t('filters.remove')}</span>
      </button>
    </li>
  )
}
