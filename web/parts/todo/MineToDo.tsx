import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { RunsAhead } from '#web/parts/handIn/laterRuns.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './MineToDo.module.css'
import { type AtMachine, checklistIds, isMine, todoPlaces } from './todo.view.ts'
import { TodoRow } from './TodoRow.tsx'
import { useDoer } from './useDoer.ts'
import { useMineToDo } from './useMineToDo.ts'

export type MineToDoProps = {
  /** null = of all work centers that the viewer sees. */
  readonly workCenterId: number | null
  readonly atMachine?: AtMachine
}

const SHOWN = ['mine', 'all'] as const

/** Returns what the viewer is asked to do, by work center, the oldest first (U-92). */
export function MineToDo({ workCenterId, atMachine }: MineToDoProps) {
  const { t } = useTexts('todo')
  const doer = useDoer()
  const format = useFormat()
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('mine')
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { todos, left, problem, isFailed, ask } = useMineToDo(workCenterId)
  if (todos === null) {
    if (!isFailed) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  // What is given to somebody else stays until its dialog is closed, with what is typed there.
  const mine = todos.filter((todo) => isMine(todo, doer) || todo.key === openKey)
  const places = todoPlaces(shown === 'mine' ? mine : todos, doer)
  return (
    <div className={classes['todo']} data-large={atMachine !== undefined || undefined}>
      {mine.length < todos.length && (
        <ChoiceGroup
          label={t('show')}
          isLabelHidden
          value={shown}
          choices={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
          onChange={setShown}
        />
      )}
      <Suspense fallback={null}>
        <RunsAhead ids={checklistIds(todos)} />
      </Suspense>
      {places.length === 0 && <EmptyState title={t('empty')} text={t('emptyHelp')} />}
      {places.map(({ id, name, deviceId, todos: list }) => (
        <section key={id ?? 0} aria-label={id === null ? t('noPlace') : name}>
          {workCenterId === null && (
            <h2 className={classes['place']}>
              {deviceId === null ? (
                id === null ? (
                  t('noPlace')
                ) : (
                  name
                )
              ) : (
                <Link to="/boxes/$deviceId" params={{ deviceId }}>
                  {name}
                </Link>
              )}
            </h2>
          )}
          <ul className={classes['list']}>
            {list.map((todo) => (
              <TodoRow
                key={todo.key}
                todo={todo}
                onChanged={ask}
                onOpen={(isOpen) => setOpenKey(isOpen ? todo.key : null)}
                {...(atMachine !== undefined && { atMachine })}
              />
            ))}
          </ul>
        </section>
      ))}
      {left.length > 0 && (
        <ul className={classes['list']}>
          {left.map(({ kind, count }) => (
            <li key={kind} className={classes['row']}>
              <div className={classes['what']}>
                <span className={classes['kind']}>{t(`kind.${kind}`)}</span>
                <span>{t('left', { left: format.number(count) })}</span>
              </div>
              <div className={classes['actions']}>
                {kind === 'CHECKLIST' && <Link to="/checklists">{t('open')}</Link>}
                {kind === 'REQUEST' && <Link to="/work-requests">{t('open')}</Link>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
