import { useId } from 'react'
import { mayArchiveWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './GroupsDialog.module.css'
import { GroupSelect } from './GroupSelect.tsx'
import type { Group, Section } from './groups.view.ts'

type GroupSectionProps = {
  readonly section: Section
  readonly groups: readonly Group[]
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: readonly number[], isChosen: boolean) => void
  readonly onMove: (workCenterId: number, groupId: number | null) => void
  readonly onEdit: (group: Group) => void
  readonly onDelete: (group: Group) => void
}

/** Returns one group: its mark, how many work centers it has, and below them, each with the choice of its group. */
export function GroupSection(props: GroupSectionProps) {
  const { section, isOpen, onToggle, chosen, onChoose, groups } = props
  const { t } = useTexts('groups')
  const viewer = useViewer()
  const id = useId()
  const { group, members, shown } = section
  const ids = shown.map((member) => member.id)
  const chosenHere = ids.filter((one) => chosen.has(one)).length
  const name = group?.name ?? t('none')
  return (
    <section className={classes['group']} aria-label={name}>
      <div className={classes['groupHead']}>
        <h3 className={classes['groupName']}>
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={isOpen}
            aria-controls={id}
            disabled={members.length === 0}
            onClick={() => onToggle(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron' : 'forward'} size={16} />
            <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden focusable={false}>
              {group === null ? (
                <circle cx={7} cy={7} r={6} fill="none" stroke="currentColor" strokeDasharray="3 2" />
              ) : (
                <circle cx={7} cy={7} r={7} fill={group.color} />
              )}
            </svg>
            <span className={classes['name']}>{name}</span>
            <span className={classes['meta']}>{t('count', { count: members.length })}</span>
          </button>
        </h3>
        {group !== null && (
          <div className={classes['buttons']}>
            <ActionButton onClick={() => props.onEdit(group)}>
              {t('edit')} <span className={classes['hidden']}>{group.name}</span>
            </ActionButton>
            {mayArchiveWorkCenters(viewer) && (
              <ActionButton isDanger onClick={() => props.onDelete(group)}>
                {t('delete')} <span className={classes['hidden']}>{group.name}</span>
              </ActionButton>
            )}
          </div>
        )}
      </div>
      <div id={id} hidden={!isOpen || shown.length === 0}>
        {isOpen && (
          <>
            {shown.length > 1 && (
              <label className={classes['all']}>
                <input
                  type="checkbox"
                  checked={chosenHere === ids.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = chosenHere > 0 && chosenHere < ids.length
                  }}
                  onChange={(event) => onChoose(ids, event.currentTarget.checked)}
                />
                {t('chooseAll', { group: name })}
              </label>
            )}
            <ul className={classes['members']}>
              {shown.map((member) => (
                <li key={member.id} className={classes['member']}>
                  <label className={classes['choose']}>
                    <input
                      type="checkbox"
                      checked={chosen.has(member.id)}
                      onChange={(event) => onChoose([member.id], event.currentTarget.checked)}
                    />
                    <span>{member.name}</span>
                  </label>
                  <GroupSelect
                    label={t('groupOf', { name: member.name })}
                    value={group?.id ?? null}
                    groups={groups}
                    onChange={(groupId) => props.onMove(member.id, groupId)}
                    workCenterId={member.id}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}
