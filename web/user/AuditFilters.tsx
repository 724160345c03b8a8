import { AUDIT_ACTIONS } from '#engine/access/auditActions.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { type AuditSearch, RANGES } from './auditSearch.ts'
import classes from './AuditPage.module.css'

type AuditFiltersProps = {
  readonly search: AuditSearch
  readonly people: readonly { readonly id: string; readonly fullName: string }[]
  readonly onChange: (next: Partial<AuditSearch>) => void
}

/** Returns the filters of the log: the person, the kind of change and the period. */
export function AuditFilters({ search, people, onChange }: AuditFiltersProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const actions = AUDIT_ACTIONS.map((action) => ({ value: action, label: t(`audit.action.${action}`) }))
  return (
    <div className={classes['filters']} role="search">
      <SelectField
        name="user"
        label={t('audit.person')}
        value={search.user}
        options={[{ value: '', label: t('audit.everybody') }, ...people.map(({ id, fullName }) => ({ value: id, label: fullName }))]}
        onChange={(user) => onChange({ user })}
      />
      <SelectField
        name="action"
        label={t('audit.kind')}
        value={search.action}
        options={[{ value: '', label: t('audit.everything') }, ...actions.toSorted((one, other) => format.compare(one.label, other.label))]}
        onChange={(value) => onChange({ action: AUDIT_ACTIONS.find((action) => action === value) ?? '' })}
      />
      <SelectField
        name="range"
        label={t('audit.period')}
        value={search.range}
        options={RANGES.map((range) => ({ value: range, label: t(`audit.range.${range}`) }))}
        onChange={(value) => onChange({ range: RANGES.find((range) => range === value) ?? 'all' })}
      />
      {search.range === 'dates' && (
        <>
          <DateField name="from" label={t('audit.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('audit.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
    </div>
  )
}
