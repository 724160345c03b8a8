import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SeveralField } from '#web/ui/form/SeveralField.tsx'
import classes from './EnergyPage.module.css'
import { ENERGY_COMPARISONS, ENERGY_RANGES, ENERGY_SPLITS, type EnergySearch } from './energySearch.ts'

type EnergyFiltersProps = {
  readonly search: EnergySearch
  readonly places: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<EnergySearch>) => void
}

/** Returns the choices of days, work centers, and by what energy is divided. */
export function EnergyFilters({ search, places, onChange }: EnergyFiltersProps) {
  const { t } = useTexts('energy')
  const { range, by, wc } = search
  return (
    <div className={classes['filters']} role="search">
      <SelectField
        name="by"
        label={t('by.label')}
        value={by}
        options={ENERGY_SPLITS.map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={(value) => onChange({ by: ENERGY_SPLITS.find((one) => one === value) ?? 'WORK_CENTER' })}
      />
      {(places.length > 0 || wc.length > 0) && (
        <SeveralField
          label={t('place')}
          options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={wc.map(String)}
          onChange={(chosen) => onChange({ wc: chosen.map(Number) })}
          texts={{
            any: t('allPlaces'),
            several: (count) => t('several', { count }),
            find: t('find'),
            clear: t('clear'),
            none: t('noneFound'),
          }}
        />
      )}
      <SelectField
        name="range"
        label={t('range.label')}
        value={range}
        options={ENERGY_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ range: ENERGY_RANGES.find((one) => one === value) ?? 'last7' })}
      />
      {range === 'dates' && (
        <>
          <DateField name="from" label={t('range.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('range.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      <SelectField
        name="cmp"
        label={t('cmp.label')}
        value={search.cmp}
        options={ENERGY_COMPARISONS.map((value) => ({ value, label: t(`cmp.${value}`) }))}
        onChange={(value) => onChange({ cmp: ENERGY_COMPARISONS.find((one) => one === value) ?? 'PREVIOUS' })}
      />
      {search.cmp === 'DATES' && (
        <DateField name="cmpFrom" label={t('cmp.from')} value={search.cmpFrom} onChange={(cmpFrom) => onChange({ cmpFrom })} />
      )}
    </div>
  )
}
