import { isMine } from '#web/parts/todo/todo.view.ts'
import { useDoer } from '#web/parts/todo/useDoer.ts'
import { useMineToDo } from '#web/parts/todo/useMineToDo.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './TodoLink.module.css'

/** Returns the way to what the viewer is asked to do; nothing where there is nothing. */
export function TodoLink() {
  const { t } = useTexts('todo')
  const doer = useDoer()
  const { todos } = useMineToDo(null)
  const count = todos?.filter((todo) => isMine(todo, doer)).length ?? 0
  if (count === 0) return null
  return (
    <a className={classes['todo']} data-print="no" href="/notifications?tab=todo">
      {t('count', { count })}
    </a>
  )
}
