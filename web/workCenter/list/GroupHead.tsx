import { useSyncExternalStore } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useLiveStore } from '#web/api/live.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { onSecond } from '#web/ui/clock.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './GroupHead.module.css'
import { type GroupSection, worstOf } from './groups.view.ts'
import type { ListedWorkCenter } from './workCenters.view.ts'

type GroupHeadProps = {
  readonly section: GroupSection<ListedWorkCenter>
  readonly isOpen: boolean
  /** Left out where the members stand in the rows below. */
  readonly panelId?: string
  readonly onToggle: () => void
}

/** Returns the head of a group: its colour, name and size, what its worst members do, and the button that folds it. */
export function GroupHead({ section, isOpen, panelId, onToggle }: GroupHeadProps) {
  const { t } = useCommonTexts()
  const store = useLiveStore()
  useSyncExternalStore(onSecond, store.version)
  const worst = worstOf(section.members, store.all())
  return (
    <h2>
      <button type="button" className={classes['head']} aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        <span className={classes['arrow']} data-open={isOpen || undefined}>
          <Icon name="forward" size={18} />
        </span>
        <span
          className={classes['color']}
          data-none={section.group === null || undefined}
          style={section.group === null ? undefined : { background: section.group.color }}
        />
        <span className={classes['name']}>{section.group?.name ?? t('boxes.noGroup')}</span>
        <span className={classes['size']}>{section.members.length}</span>
        {worst !== null && (
          <span className={classes['worst']} data-style={worst.style}>
            <span className={classes['mark']}>
              <StatusIcon style={worst.style} size={14} />
            </span>
            {t(`style.${worst.style}`, { count: worst.count })}
          </span>
        )}
      </button>
    </h2>
  )
}
