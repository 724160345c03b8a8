import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { TodoRow } from '#web/parts/todo/TodoRow.tsx'
import { todosOf } from '#web/parts/todo/todo.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'
import type { OpenTasks } from './closingOutput.view.ts'

export type TasksStepProps = {
  readonly open: OpenTasks
  /** What the viewer may not read. */
  readonly unseen: OpenedShiftFragment['issues']
  readonly onChanged: () => void
  readonly children: ReactNode
}

/** Returns the tasks and checklists of the shift that are open, each with the way to do it, and the checklists that nobody answered in time. */
export function TasksStep({ open, unseen, onChanged, children }: TasksStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const todos = todosOf({
    operationalTasks: { totalItems: 0, items: open.tasks },
    checklistOccurrences: { totalItems: 0, items: open.checklists },
  })
  return (
    <>
      {todos.length === 0 && open.missed.length === 0 && unseen.length === 0 && <p>{t('tasksStep.none')}</p>}
      <ul className={classes['queue']}>
        {todos.map((todo) => (
          <TodoRow key={todo.key} todo={todo} onChanged={onChanged} />
        ))}
        {open.missed.map(({ id, checklist, dueAt }) => (
          <li key={`missed ${id}`} className={classes['line']}>
            <span>
              <b>{checklist?.name ?? ''}</b> · {format.time(Date.parse(dueAt))}
              <span className={classes['why']}>{t('tasksStep.missed')}</span>
            </span>
            <Link to="/checklists" search={{ result: [id] }} className={classes['link']}>
              {t('tasksStep.open')}
            </Link>
          </li>
        ))}
        {unseen.map(({ code, count }) => (
          <li key={code} className={classes['line']}>
            {t(`lacks.${code}`, { count })}
          </li>
        ))}
      </ul>
      <div className={classes['buttons']}>{children}</div>
    </>
  )
}
