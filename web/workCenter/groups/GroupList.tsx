import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { GroupSection } from './GroupSection.tsx'
import classes from './GroupsDialog.module.css'
import { GroupSelect } from './GroupSelect.tsx'
import { type Group, movesTo, OPEN_UP_TO, sectionsOf } from './groups.view.ts'
import { MovedBar } from './MovedBar.tsx'
import type { Groups } from './useGroups.ts'

type GroupListProps = {
  readonly groups: Groups
  readonly onEdit: (group: Group) => void
  readonly onDelete: (group: Group) => void
}

/** Returns every group with its work centers; one is moved by the choice beside it, several by their marks. */
export function GroupList({ groups, onEdit, onDelete }: GroupListProps) {
  const { t } = useTexts('groups')
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const isLong = groups.members.length > OPEN_UP_TO
  const [opened, setOpened] = useState<ReadonlyMap<number, boolean>>(new Map())
  const sections = useMemo(
    () => sectionsOf(groups.groups, groups.members, search, format.compare),
    [groups.groups, groups.members, search, format],
  )
  const sectionsRef = useRef<HTMLDivElement>(null)
  const movedId = useRef<number | null>(null)
  useLayoutEffect(() => {
    // The choice that was made stands in another group now; whoever made it by the keyboard goes on from there.
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (movedId.current !== null && isLost) sectionsRef.current?.querySelector<HTMLElement>(`[data-group-of="${movedId.current}"]`)?.focus()
    movedId.current = null
  }, [sections])
  const isFiltered = search.trim() !== ''
  const found = isFiltered ? sections.filter(({ shown }) => shown.length > 0) : sections
  const count = [...chosen].filter((id) => groups.members.some((member) => member.id === id)).length
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => (isChosen ? before.union(new Set(ids)) : before.difference(new Set(ids))))
  return (
    <>
      {groups.members.length > 8 && (
        <input
          type="search"
          className={classes['search']}
          value={search}
          aria-label={t('search')}
          placeholder={t('search')}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {isFiltered && found.length === 0 && <p role="status">{t('boxes.notFound')}</p>}
      <div ref={sectionsRef} className={classes['sections']}>
        {found.map((section) => {
          const key = section.group?.id ?? 0
          return (
            <GroupSection
              key={key}
              section={section}
              groups={groups.groups}
              isOpen={isFiltered || (opened.get(key) ?? !isLong)}
              onToggle={(isOpen) => setOpened((before) => new Map(before).set(key, isOpen))}
              chosen={chosen}
              onChoose={choose}
              onMove={(id, groupId) => {
                movedId.current = id
                groups.move(movesTo(groups.members, new Set([id]), groupId))
              }}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          )
        })}
      </div>
      <div className={classes['foot']}>
        {count > 0 && (
          <div className={classes['chosen']}>
            <span role="status">{t('chosen', { count })}</span>
            <GroupSelect
              label={t('moveChosen')}
              value={undefined}
              groups={groups.groups}
              onChange={(groupId) => {
                groups.move(movesTo(groups.members, chosen, groupId))
                setChosen(new Set())
              }}
            />
            <ActionButton onClick={() => setChosen(new Set())}>{t('clear')}</ActionButton>
          </div>
        )}
        <MovedBar groups={groups} />
      </div>
    </>
  )
}
