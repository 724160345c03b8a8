import { useId, useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './ReasonTree.module.css'
import { GroupHead } from './GroupHead.tsx'
import { ReasonRow } from './ReasonRow.tsx'
import { type Branch, type Move, moved, type Reason, type ReasonGroup, stepOf } from './reasonTree.view.ts'
import { useRowDrag } from './useRowDrag.ts'

export type ReasonActions = {
  readonly onOpen: (id: number) => void
  readonly onMove: (move: Move) => void
  readonly onMoveGroup: (id: number, beforeId: number | null) => void
  readonly onEditGroup: (group: ReasonGroup) => void
  readonly onDeleteGroup: (group: ReasonGroup) => void
  readonly onReplace: (reason: Reason) => void
  readonly onToggle: (reason: Reason) => void
  readonly onDelete: (reason: Reason) => void
}

type ReasonTreeProps = ReasonActions & {
  /** All reasons in their places. */
  readonly tree: readonly Branch[]
  /** Those that search and choice leave. */
  readonly shown: readonly Branch[]
  readonly mayEdit: boolean
}

const NO_GROUP = 'none'

/** Returns the groups with their reasons in order. A row is moved by its handle with the pointer, by the arrow keys on it, and by its menu. */
export function ReasonTree({ tree, shown, mayEdit, ...actions }: ReasonTreeProps) {
  const { t } = useTexts('lossReason')
  const helpId = useId()
  const [said, setSaid] = useState('')
  const groups = tree.flatMap(({ group }) => group ?? [])
  const move = (next: Move) => {
    setSaid(placeText(next))
    actions.onMove(next)
  }
  const drag = useRowDrag((id, { group, beforeId }) => move({ id, groupId: group === NO_GROUP ? null : Number(group), beforeId }))
  return (
    <>
      <p id={helpId} hidden>
        {t('handle.help')}
      </p>
      <p role="status" className="hidden-text">
        {said}
      </p>
      <div className={classes['tree']} data-dragging={drag.draggedId !== null || undefined}>
        {shown.map(({ group, reasons }) => {
          const key = group === null ? NO_GROUP : String(group.id)
          const target = drag.target?.group === key ? drag.target : null
          return (
            <section key={key} className={classes['group']} data-group={key} aria-label={group?.name ?? t('group.none')}>
              <GroupHead group={group} count={reasons.length} groups={groups} mayEdit={mayEdit} actions={actions} />
              {reasons.length > 0 && (
                <table className={classes['table']}>
                  <caption className="hidden-text">{group?.name ?? t('group.none')}</caption>
                  <thead className={classes['columns']}>
                    <tr>
                      {mayEdit && (
                        <th scope="col" className={classes['handleCell']}>
                          <span className="hidden-text">{t('column.order')}</span>
                        </th>
                      )}
                      <th scope="col">{t('column.reason')}</th>
                      <th scope="col" className={classes['kind']}>
                        {t('column.kind')}
                      </th>
                      <th scope="col" className={classes['rules']}>
                        {t('column.rules')}
                      </th>
                      <th scope="col" className={classes['places']}>
                        {t('column.places')}
                      </th>
                      <th scope="col" className={classes['used']}>
                        {t('column.used')}
                      </th>
                      {mayEdit && (
                        <th scope="col" className={classes['menuCell']}>
                          <span className="hidden-text">{t('column.actions')}</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <tbody>
                    {reasons.map((reason) => (
                      <ReasonRow
                        key={reason.id}
                        reason={reason}
                        groups={groups}
                        mayEdit={mayEdit}
                        actions={{ ...actions, onMove: move }}
                        helpId={helpId}
                        steps={{ up: stepOf(tree, reason.id, 'up'), down: stepOf(tree, reason.id, 'down') }}
                        isDragged={drag.draggedId === reason.id}
                        isTarget={target?.beforeId === reason.id}
                        onPointerDown={(event) => drag.onPointerDown(reason.id, event)}
                      />
                    ))}
                  </tbody>
                </table>
              )}
              {reasons.length === 0 && <p className={classes['nothing']}>{t('group.empty')}</p>}
              {target !== null && target.beforeId === null && <div className={classes['dropEnd']} aria-hidden />}
            </section>
          )
        })}
      </div>
    </>
  )

  function placeText(next: Move): string {
    const branch = moved(tree, next).find(({ reasons }) => reasons.some(({ id }) => id === next.id))
    const place = (branch?.reasons.findIndex(({ id }) => id === next.id) ?? 0) + 1
    const name = branch?.reasons[place - 1]?.name ?? ''
    return t('handle.said', { name, place, all: branch?.reasons.length ?? 0, group: branch?.group?.name ?? t('group.none') })
  }
}
