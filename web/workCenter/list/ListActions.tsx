import type { ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import type { IconName } from '#web/ui/iconPaths.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ListActions.module.css'

type ListActionsProps = {
  readonly isGrouped: boolean
  readonly isComparing: boolean
  readonly onGroup: () => void
  readonly onViews: () => void
  /** Left out for cards. */
  readonly onColumns?: (() => void) | undefined
  readonly onCompare: () => void
  /** Left out for who may not change groups. */
  readonly onGroups?: (() => void) | undefined
  readonly onBoard: () => void
  /** Left out for who may give no reasons. */
  readonly onOperator?: (() => void) | undefined
  /** Behind one button, where every line counts. */
  readonly isMenu: boolean
  /** What can be done with the table alone. */
  readonly children: ReactNode
}

/** Returns what can be done with the whole list: save what is shown as a view, show it by group, compare, change the groups, show it as a board. */
export function ListActions(props: ListActionsProps) {
  const { isGrouped, isComparing, onViews, onColumns, onGroup, onCompare, onGroups, onBoard, onOperator, isMenu, children } = props
  const { t } = useCommonTexts()
  if (isMenu)
    return (
      <div className={classes['actions']} data-print="no">
        {onColumns && (
          <Action icon="columns" onClick={onColumns}>
            {t('boxes.columns')}
          </Action>
        )}
        {children}
        <Dropdown kind="menu" side="end" label={t('boxes.more')} triggerClass={classes['more']} trigger={<Icon name="more" size={24} />}>
          <Entry icon="pin" onClick={onViews}>
            {t('boxes.savedViews')}
          </Entry>
          <Entry icon="layers" isOn={isGrouped} onClick={onGroup}>
            {t('boxes.byGroup')}
          </Entry>
          <Entry icon="compare" isOn={isComparing} onClick={onCompare}>
            {t('boxes.compare')}
          </Entry>
          {onGroups && (
            <Entry icon="edit" onClick={onGroups}>
              {t('boxes.groups')}
            </Entry>
          )}
          <Entry icon="tv" onClick={onBoard}>
            {t('boxes.board')}
          </Entry>
          {onOperator && (
            <Entry icon="tablet" onClick={onOperator}>
              {t('boxes.operator')}
            </Entry>
          )}
        </Dropdown>
      </div>
    )
  return (
    <div className={classes['actions']} data-print="no">
      <Action icon="pin" onClick={onViews}>
        {t('boxes.savedViews')}
      </Action>
      {onColumns && (
        <Action icon="columns" onClick={onColumns}>
          {t('boxes.columns')}
        </Action>
      )}
      {children}
      <Action icon="layers" isOn={isGrouped} onClick={onGroup}>
        {t('boxes.byGroup')}
      </Action>
      <Action icon="compare" isOn={isComparing} onClick={onCompare}>
        {t('boxes.compare')}
      </Action>
      {onGroups && (
        <Action icon="edit" onClick={onGroups}>
          {t('boxes.groups')}
        </Action>
      )}
      <Action icon="tv" onClick={onBoard}>
        {t('boxes.board')}
      </Action>
      {onOperator && (
        <Action icon="tablet" onClick={onOperator}>
          {t('boxes.operator')}
        </Action>
      )}
    </div>
  )
}

type ActionProps = {
  readonly icon: IconName
  readonly isOn?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Action({ icon, isOn, onClick, children }: ActionProps) {
  return (
    <button type="button" className={classes['action']} aria-pressed={isOn} onClick={onClick}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </button>
  )
}

function Entry({ icon, isOn = false, onClick, children }: ActionProps) {
  return (
    <DropdownItem onClick={onClick}>
      <Icon name={icon} size={18} />
      {children}
      {isOn && <Icon name="check" size={16} />}
    </DropdownItem>
  )
}
