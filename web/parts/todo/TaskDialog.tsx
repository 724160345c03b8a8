import { useRef } from 'react'
import { useQuery } from 'urql'
import { MIN_COMMENT_LENGTH } from '#engine/shift/confirmation.ts'
import { MAX_TASK_COMMENT } from '#engine/task/taskForm.ts'
import { CloseTaskDocument, GiveTaskDocument, TodoPeopleDocument, type TodoTaskFragment } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './MineToDo.module.css'
import type { AtMachine } from './todo.view.ts'

type TaskDialogProps = {
  readonly task: TodoTaskFragment
  /** The task in words. */
  readonly what: string
  readonly isOpen: boolean
  /** Where comments that were typed are kept, in operator mode, which has large buttons as well; null = nowhere. */
  readonly comments: AtMachine['comments'] | null
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns what can be done with a task besides what it asks for: give it to somebody, or close it with a word (domain.md T-5). */
export function TaskDialog(props: TaskDialogProps) {
  const { t } = useTexts('todo')
  return (
    <Dialog
      isLarge={props.comments !== null}
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.what}
      closeLabel={t('state.close')}
    >
      {props.isOpen && <TaskForms {...props} />}
    </Dialog>
  )
}

function TaskForms({ task, comments, onClose, onChanged }: TaskDialogProps) {
  const { t } = useTexts('todo')
  const format = useFormat()
  const [known] = useQuery({ query: TodoPeopleDocument, variables: { workCenterId: task.workCenterId } })
  const give = useChange(GiveTaskDocument)
  const closing = useChange(CloseTaskDocument)
  const key = useRef(newRequestKey())
  const people = (known.data?.workRequestPeople ?? []).toSorted((left, right) => format.compare(left.fullName, right.fullName))
  const form = useForm({
    initial: { comment: comments?.of(task.id) ?? '' },
    check: ({ comment }) =>
      comment.trim().length < MIN_COMMENT_LENGTH
        ? [{ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: MIN_COMMENT_LENGTH, max: MAX_TASK_COMMENT } }]
        : [],
    save: async ({ comment }) => {
      const { problems } = await closing.run({
        id: task.id,
        comment: comment.trim(),
        requestKey: key.current,
        actingUserId: actingUserId(),
      })
      if (problems.length === 0) {
        comments?.put(task.id, '')
        showToast(t('closed'))
        onClose()
      }
      onChanged()
      return problems
    },
  })
  const assign = async (assigneeId: string) => {
    await give.run({ id: task.id, assigneeId: assigneeId === '' ? null : assigneeId, actingUserId: actingUserId() })
    onChanged()
  }
  const [other] = form.others
  return (
    <div className={classes['forms']}>
      <SelectField
        name="assignee"
        label={t('assignee')}
        value={give.sent?.assigneeId ?? task.assignee?.id ?? ''}
        options={[
          { value: '', label: t('anybody') },
          ...people.map(({ id, fullName }) => ({ value: id, label: fullName })),
          // Who has it may not be among those who are asked first.
          ...(task.assignee !== null && people.every(({ id }) => id !== task.assignee?.id)
            ? [{ value: task.assignee.id, label: task.assignee.fullName }]
            : []),
        ]}
        error={give.problems[0] === undefined ? null : problemText(t, give.problems[0])}
        onChange={(value) => void assign(value)}
      />
      <form noValidate className={classes['forms']} onSubmit={form.submit}>
        <TextField
          {...fieldOf(form, 'comment', (problem) => problemText(t, problem))}
          label={t('why')}
          onChange={(comment) => {
            form.set('comment', comment)
            comments?.put(task.id, comment)
          }}
          help={t('whyHelp')}
          maxLength={MAX_TASK_COMMENT}
          isLong
        />
        {other && <p role="alert">{problemText(t, other)}</p>}
        <DialogActions>
          <ActionButton onClick={onClose}>{t('cancel')}</ActionButton>
          <ActionButton isMain isSubmit isBusy={form.isSaving}>
            {t('close')}
          </ActionButton>
        </DialogActions>
      </form>
    </div>
  )
}
