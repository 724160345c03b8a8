import { useSyncExternalStore, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useLiveStore } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { STATUS_STYLES } from '#web/parts/statusStyle.ts'
import { onSecond } from '#web/ui/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type ListSearch, toggled } from './listSearch.view.ts'
import classes from './StatusCounters.module.css'
import { countStyles, countUnexplained, type ListedWorkCenter } from './workCenters.view.ts'

type StatusCountersProps = {
  readonly workCenters: readonly ListedWorkCenter[]
  readonly search: Pick<ListSearch, 'status' | 'needsReason'>
  readonly onChange: (next: Partial<ListSearch>) => void
}

/** Returns how many work centers run, stand or are silent, and how many wait for a reason; each figure filters the list. Not announced while it changes. */
export function StatusCounters({ workCenters, search, onChange }: StatusCountersProps) {
  const { t } = useCommonTexts()
  const store = useLiveStore()
  useSyncExternalStore(onSecond, store.version)
  const counts = countStyles(workCenters, store.all())
  const unexplained = countUnexplained(workCenters, store.all())
  const styles = STATUS_STYLES.filter((style) => counts[style] > 0 || search.status.includes(style))
  const styleCounters = styles.map((style) => (
    <Counter
      key={style}
      style={style}
      isOn={search.status.includes(style)}
      onClick={() => onChange({ status: toggled(search.status, style) })}
    >
      <span className={classes['mark']}>
        <StatusIcon style={style} size={14} />
      </span>
      {t(`style.${style}`, { count: counts[style] })}
    </Counter>
  ))
  const reason = (unexplained > 0 || search.needsReason) && (
    <Counter key="reason" style="reason" isOn={search.needsReason} onClick={() => onChange({ needsReason: !search.needsReason })}>
      <Icon name="alert" size={16} />
      {t('boxes.needReason', { count: unexplained })}
    </Counter>
  )
  return (
    <ul className={classes['counters']} aria-label={t('boxes.counters')}>
      {styleCounters}
      {reason}
    </ul>
  )
}

type CounterProps = { readonly style: string; readonly isOn: boolean; readonly onClick: () => void; readonly children: ReactNode }

function Counter({ style, isOn, onClick, children }: CounterProps) {
  return (
    <li>
      <button type="button" className={classes['counter']} data-style={style} aria-pressed={isOn} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}
