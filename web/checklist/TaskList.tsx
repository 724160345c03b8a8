import { useTexts } from '#web/texts/useTexts.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Locale } from '#web/ui/locale.ts'
import classes from './ChecklistForm.module.css'
import { moved, type TaskValues } from './checklistForm.view.ts'
import { useDragOrder } from './useDragOrder.ts'
import { TaskFields } from './TaskFields.tsx'

type TaskListProps = {
  readonly tasks: readonly TaskValues[]
  /** In which languages more they are written. */
  readonly languages: readonly Locale[]
  readonly mayEdit: boolean
  /** What the server refused. */
  readonly problems: readonly FieldProblem[]
  readonly onChange: (tasks: readonly TaskValues[]) => void
}

/** Returns the tasks in their order; the handle drags one, Alt and an arrow or the buttons move it by one. */
export function TaskList({ tasks, languages, mayEdit, problems, onChange }: TaskListProps) {
  const { t } = useTexts('checklist')
  const { drag, handle } = useDragOrder((from, to) => onChange(moved(tasks, from, to - from)))
  // Between which it would come to stand, once it is taken out.
  const line = drag === null || drag.to === drag.from ? null : drag.to > drag.from ? drag.to + 1 : drag.to
  return (
    <ol className={classes['tasks']}>
      {tasks.map((task, index) => {
        const move = (by: number) => onChange(moved(tasks, index, by))
        const name = task.description === '' ? t('task.number', { number: index + 1 }) : task.description
        return (
          <li
            key={task.id}
            className={classes['task']}
            data-dragged={drag?.from === index || undefined}
            data-line={line === index ? 'before' : line === tasks.length && index === tasks.length - 1 ? 'after' : undefined}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            <div className={classes['taskHead']}>
              <span className={classes['handle']} {...(mayEdit && handle(index))} aria-hidden>
                <span className={classes['dots']} />
                {t('task.number', { number: index + 1 })}
              </span>
              <span className="hidden-text">{t('task.number', { number: index + 1 })}</span>
              <div>
                <button
                  type="button"
                  className={`${classes['small']} ${classes['up']}`}
                  aria-label={t('task.up', { name })}
                  disabled={index === 0}
                  onClick={() => move(-1)}
                >
                  <Icon name="forward" size={16} />
                </button>
                <button
                  type="button"
                  className={`${classes['small']} ${classes['down']}`}
                  aria-label={t('task.down', { name })}
                  disabled={index === tasks.length - 1}
                  onClick={() => move(1)}
                >
                  <Icon name="forward" size={16} />
                </button>
                <button
                  type="button"
                  className={classes['small']}
                  aria-label={t('task.remove', { name })}
                  disabled={tasks.length === 1}
                  onClick={() => onChange(tasks.filter((_task, at) => at !== index))}
                >
                  <Icon name="close" size={16} />
                </button>
              </div>
            </div>
            <TaskFields
              task={task}
              tasks={tasks}
              problems={problems}
              languages={languages}
              index={index}
              onChange={(next) => onChange(tasks.map((one, at) => (at === index ? { ...one, ...next } : one)))}
            />
          </li>
        )
      })}
    </ol>
  )
}
