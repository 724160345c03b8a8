import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ReasonTree.module.css'
import type { ReasonActions } from './ReasonTree.tsx'
import { missingLanguages, type ReasonGroup } from './reasonTree.view.ts'

type GroupHeadProps = {
  readonly group: ReasonGroup | null
  readonly count: number
  readonly groups: readonly ReasonGroup[]
  readonly mayEdit: boolean
  readonly actions: Pick<ReasonActions, 'onMoveGroup' | 'onEditGroup' | 'onDeleteGroup'>
}

/** Returns the head of a group: its colour and name, how many reasons it has, and its menu. */
export function GroupHead({ group, count, groups, mayEdit, actions }: GroupHeadProps) {
  const { t } = useTexts('lossReason')
  const missing = group === null ? [] : missingLanguages(group)
  const at = groups.findIndex(({ id }) => id === group?.id)
  const above = groups[at - 1]
  const isLast = at === groups.length - 1
  return (
    <div className={classes['groupHead']}>
      <h2>
        <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden focusable={false}>
          {group === null ? (
            <circle cx={7} cy={7} r={6} fill="none" stroke="currentColor" strokeDasharray="3 2" />
          ) : (
            <circle cx={7} cy={7} r={7} fill={group.color} />
          )}
        </svg>
        {group?.name ?? t('group.none')}
      </h2>
      <span className={classes['meta']}>{t('group.count', { count })}</span>
      {missing.length > 0 && (
        <span className={classes['mark']} data-warning>
          {t('mark.missing', { languages: missing.map((language) => language.toUpperCase()).join(', ') })}
        </span>
      )}
      {mayEdit && group !== null && (
        <span className={classes['groupMenu']}>
          <Dropdown
            kind="menu"
            side="end"
            label={t('menu.of', { name: group.name })}
            triggerClass={classes['menu']}
            trigger={<Icon name="more" />}
          >
            <DropdownItem onClick={() => actions.onEditGroup(group)}>{t('menu.edit')}</DropdownItem>
            {above !== undefined && <DropdownItem onClick={() => actions.onMoveGroup(group.id, above.id)}>{t('menu.up')}</DropdownItem>}
            {!isLast && (
              <DropdownItem onClick={() => actions.onMoveGroup(group.id, groups[at + 2]?.id ?? null)}>{t('menu.down')}</DropdownItem>
            )}
            <DropdownItem onClick={() => actions.onDeleteGroup(group)}>{t('menu.deleteGroup')}</DropdownItem>
          </Dropdown>
        </span>
      )}
    </div>
  )
}
