import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStore } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { STATUS_LOOKS, type StatusLook } from '#web/parts/statusLook.ts'
import { onSecond } from '#web/ui/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './StatusCounters.module.css'
import { countLooks, type ListedWorkCenter } from './workCenters.view.ts'

type StatusCountersProps = {
  readonly workCenters: readonly ListedWorkCenter[]
  readonly chosen: readonly StatusLook[]
  readonly onChange: (chosen: readonly StatusLook[]) => void
}

/** Returns how many work centers run, stand or are silent; each figure filters the list. Not announced while it changes. */
export function StatusCounters({ workCenters, chosen, onChange }: StatusCountersProps) {
  const { t } = useTranslation()
  const store = useLiveStore()
  useSyncExternalStore(onSecond, store.version)
  const counts = countLooks(workCenters, store.all())
  const toggle = (look: StatusLook) => onChange(chosen.includes(look) ? chosen.filter((other) => other !== look) : [...chosen, look])
  return (
    <ul className={classes['counters']} aria-label={t('boxes.counters')}>
      {STATUS_LOOKS.filter((look) => counts[look] > 0 || chosen.includes(look)).map((look) => (
        <li key={look}>
          <button
            type="button"
            className={classes['counter']}
            data-look={look}
            aria-pressed={chosen.includes(look)}
            onClick={() => toggle(look)}
          >
            <span className={classes['mark']}>
              <StatusIcon look={look} size={14} />
            </span>
            {t(`look.${look}`, { count: counts[look] })}
          </button>
        </li>
      ))}
      {chosen.length > 0 && (
        <li>
          <button type="button" className={classes['counter']} onClick={() => onChange([])}>
            <Icon name="close" size={14} /> {t('boxes.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  )
}
