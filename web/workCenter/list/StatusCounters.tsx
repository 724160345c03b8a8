import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStore } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { STATUS_LOOKS } from '#web/parts/statusLook.ts'
import { onSecond } from '#web/ui/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type ListSearch, toggled } from './listSearch.view.ts'
import classes from './StatusCounters.module.css'
import { countLooks, countUnexplained, type ListedWorkCenter } from './workCenters.view.ts'

type StatusCountersProps = {
  readonly workCenters: readonly ListedWorkCenter[]
  readonly search: Pick<ListSearch, 'status' | 'needsReason'>
  readonly onChange: (next: Partial<ListSearch>) => void
}

/** Returns how many work centers run, stand or are silent, and how many wait for a reason; each figure filters the list. Not announced while it changes. */
export function StatusCounters({ workCenters, search, onChange }: StatusCountersProps) {
  const { t } = useTranslation()
  const store = useLiveStore()
  useSyncExternalStore(onSecond, store.version)
  const counts = countLooks(workCenters, store.all())
  const unexplained = countUnexplained(workCenters, store.all())
  const looks = STATUS_LOOKS.filter((look) => counts[look] > 0 || search.status.includes(look))
  const stops = looks.filter((look) => look === 'stop').length
  const lookCounters = looks.map((look) => (
    <Counter key={look} look={look} isOn={search.status.includes(look)} onClick={() => onChange({ status: toggled(search.status, look) })}>
      <span className={classes['mark']}>
        <StatusIcon look={look} size={14} />
      </span>
      {t(`look.${look}`, { count: counts[look] })}
    </Counter>
  ))
  const reason = (unexplained > 0 || search.needsReason) && (
    <Counter key="reason" look="reason" isOn={search.needsReason} onClick={() => onChange({ needsReason: !search.needsReason })}>
      <Icon name="alert" size={16} />
      {t('boxes.needReason', { count: unexplained })}
    </Counter>
  )
  const at = stops > 0 ? looks.indexOf('stop') + 1 : looks.length
  return (
    <ul className={classes['counters']} aria-label={t('boxes.counters')}>
      {lookCounters.slice(0, at)}
      {reason}
      {lookCounters.slice(at)}
    </ul>
  )
}

type CounterProps = { readonly look: string; readonly isOn: boolean; readonly onClick: () => void; readonly children: ReactNode }

function Counter({ look, isOn, onClick, children }: CounterProps) {
  return (
    <li>
      <button type="button" className={classes['counter']} data-look={look} aria-pressed={isOn} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}
