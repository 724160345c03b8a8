import { useTexts } from '#web/texts/useTexts.ts'
import classes from './GroupsDialog.module.css'
import type { Group } from './groups.view.ts'

type GroupSelectProps = {
  readonly label: string
  /** The group that is chosen, null for none; undefined while nothing is, as of several work centers. */
  readonly value: number | null | undefined
  readonly groups: readonly Group[]
  readonly onChange: (groupId: number | null) => void
  /** The work center of the group; identifies the row after a move to another group. */
  readonly workCenterId?: number
}

const NO_GROUP = 'none'

/** Returns the choice of a group, or of none: the browser's own list, which every keyboard, phone and screen reader knows. */
export function GroupSelect({ label, value, groups, onChange, workCenterId }: GroupSelectProps) {
  const { t } = useTexts('groups')
  return (
    <select
      className={classes['select']}
      aria-label={label}
      data-group-of={workCenterId}
      value={value === undefined ? '' : (value ?? NO_GROUP)}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        if (chosen !== '') onChange(chosen === NO_GROUP ? null : Number(chosen))
      }}
    >
      {value === undefined && <option value="">{t('moveTo')}</option>}
      {groups.map((group) => (
        <option key={group.id} value={group.id}>
          {group.name}
        </option>
      ))}
      <option value={NO_GROUP}>{t('none')}</option>
    </select>
  )
}
