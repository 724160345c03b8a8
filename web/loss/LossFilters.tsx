import { useRef } from 'react'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { useLetter } from '#web/ui/useLetter.ts'
import { FurtherFilters } from './FurtherFilters.tsx'
import { furtherCount } from './losses.view.ts'
import { LOSS_RANGES, type LossesSearch } from './lossesSearch.ts'
import classes from './LossesPage.module.css'
import type { LossFilterChoices } from './useLossFilterChoices.ts'

type LossFiltersProps = {
  readonly search: LossesSearch
  readonly workCenters: readonly { readonly id: number; readonly name: string }[]
  readonly choices: LossFilterChoices
  /** Told once the others are opened, which need what they offer. */
  readonly onOpen: () => void
  readonly onChange: (next: Partial<LossesSearch>) => void
}

/** Returns the filters of the losses: shifts and work center at once, the others behind a button. */
export function LossFilters({ search, workCenters, choices, onOpen, onChange }: LossFiltersProps) {
  const { t } = useTexts('loss')
  const behind = useRef<HTMLDetailsElement>(null)
  useLetter('f', () => {
    if (behind.current === null) return
    behind.current.open = true
    behind.current.querySelector<HTMLElement>('select, input')?.focus()
  })
  const isInvalid = search.tab === 'invalid'
  const further = furtherCount(search)
  const places = [
    { value: '', label: t('filter.allWorkCenters') },
    ...workCenters.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const place = (
    <SelectField
      name="wc"
      label={t('column.workCenter')}
      value={search.wc.length === 1 ? String(search.wc[0]) : ''}
      options={places}
      onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
    />
  )
  if (isInvalid) return <div className={classes['filters']}>{place}</div>
  return (
    <div className={classes['filters']} role="search">
      <SelectField
        name="range"
        label={t('filter.shifts')}
        value={search.range}
        options={LOSS_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(value) => onChange({ range: LOSS_RANGES.find((range) => range === value) ?? 'currentShift' })}
      />
      {search.range === 'dates' && (
        <>
          <DateField name="from" label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {place}
      <details
        ref={behind}
        className={classes['further']}
        open={further > 0 || undefined}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) onOpen()
        }}
      >
        <summary aria-keyshortcuts="f">{further === 0 ? t('filter.more') : t('filter.moreOn', { count: further })}</summary>
        <FurtherFilters search={search} choices={choices} onChange={onChange} />
      </details>
      <div className={classes['search']}>
        <SearchField label={t('filter.comment')} value={search.q} onChange={(q) => onChange({ q })} />
      </div>
    </div>
  )
}
