import { NOTIFICATION_TYPES } from '#engine/notification/notificationType.ts'
import { useRef } from 'react'
import { useQuery } from 'urql'
import { NotificationPlacesDocument } from '#web/api/generated/graphql.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { Chips } from '#web/parts/list/table/Chips.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useLetter } from '#web/ui/useLetter.ts'
import { isNarrowed, NO_INBOX_FILTERS, STATES_OF_TAB } from './inbox.view.ts'
import type { InboxSearch, InboxTab } from './inbox.view.ts'
import classes from '#web/parts/rules/notifications.module.css'

export type InboxFiltersProps = {
  readonly tab: InboxTab
  readonly search: InboxSearch
  /** What of the address means nothing. */
  readonly invalid: readonly string[]
  readonly onChange: (next: Partial<InboxSearch>) => void
}

/** Returns the filters of the inbox: state, type, work center and dates. `f` goes to the first. */
export function InboxFilters({ tab, search, invalid, onChange }: InboxFiltersProps) {
  const { t } = useTexts('notification')
  const [{ data }] = useQuery({ query: NotificationPlacesDocument })
  const host = useRef<HTMLDivElement>(null)
  useLetter('f', () => host.current?.querySelector('select')?.focus())
  const states = STATES_OF_TAB[tab]
  const all = { value: '', label: t('filter.all') }
  return (
    <div ref={host} className={classes['filters']} role="search">
      <SelectField
        name="state"
        label={t('filter.state')}
        value={states.find((one) => one === search.state) ?? ''}
        options={[all, ...states.map((value) => ({ value, label: t(`filter.${value}`) }))]}
        onChange={(value) => onChange({ state: states.find((one) => one === value) ?? '' })}
      />
      <SelectField
        name="type"
        label={t('form.type')}
        value={search.type.length === 1 ? (search.type[0] ?? '') : ''}
        options={[all, ...NOTIFICATION_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
        onChange={(value) => onChange({ type: NOTIFICATION_TYPES.filter((one) => one === value) })}
      />
      <SelectField
        name="wc"
        label={t('form.place')}
        value={search.wc.length === 1 ? String(search.wc[0]) : ''}
        options={[all, ...(data?.workCenters ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(value) => onChange({ wc: value === '' ? [] : [Number(value)] })}
      />
      {tab === 'HISTORY' && (
        <>
          <DateField name="from" label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from })} />
          <DateField name="to" label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {isNarrowed(tab, search) && <ActionButton onClick={() => onChange(NO_INBOX_FILTERS)}>{t('filter.clear')}</ActionButton>}
      <Chips chips={[]} invalid={invalid} onInvalid={() => onChange({})} onClear={() => undefined} />
    </div>
  )
}
