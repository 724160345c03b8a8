import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import classes from './EnergyPage.module.css'
import { ENERGY_RANGES, ENERGY_SPLITS, type EnergySearch } from './energySearch.ts'

type EnergyFiltersProps = {
  readonly search: EnergySearch
  readonly places: readonly { readonly id: number; readonly name: string }[]
  readonly onChange: (next: Partial<EnergySearch>) => void
}

/** Stands for the work centers of the address, which one choice cannot say. */
const SEVERAL = 'several'

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
      <SelectField
        name="wc"
        label={t('place')}
        value={wc.length > 1 ? SEVERAL : String(wc[0] ?? '')}
        options={[
          { value: '', label: t('allPlaces') },
          ...(wc.length > 1 ? [{ value: SEVERAL, label: t('several', { count: wc.length }) }] : []),
          ...places.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => value !== SEVERAL && onChange({ wc: value === '' ? [] : [Number(value)] })}
      />
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
    </div>
  )
}
