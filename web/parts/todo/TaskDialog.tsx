import { Suspense, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { MIN_COMMENT_LENGTH } from '#engine/shift/confirmation.ts'
import { MAX_TASK_COMMENT } from '#engine/task/taskForm.ts'
import { CloseTaskDocument, GiveTaskDocument, TodoPeopleDocument, type TodoTaskFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { mayHandleTasks } from '#engine/task/mayHandleTasks.ts'
import type { ConversationProps } from '#web/parts/conversation/Conversation.tsx'
import { DateField } from '#web/parts/field/DateField.tsx'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { instantOf, wallText } from '#web/parts/period/zoneDay.ts'
import { withTexts } from '#web/texts/language.ts'
import { TASK_CLOSING } from './taskClosing.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './MineToDo.module.css'
import { type AtMachine, shownSaying, type WantedBy } from './todo.view.ts'

const Conversation = lazyPart<ConversationProps>(() =>
  withTexts('conversation', import('#web/parts/conversation/Conversation.tsx')).then((module) => ({ default: module.Conversation })),
)

type Closing = { readonly id: number; readonly comment: string }

type TaskDialogProps = {
  readonly task: TodoTaskFragment
  /** The task in words. */
  readonly what: string
  /** Of its machine. */
  readonly zone: string
  readonly isOpen: boolean
  /** Where comments that were typed are kept, in operator mode, which has large buttons as well; null = nowhere. */
  readonly comments: AtMachine['comments'] | null
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Returns what can be done with a task besides what it asks for: give it to somebody, say by when, write and send photos beside it, or close it with a word (domain.md T-5, T-9). */
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

function TaskForms({ task, what, zone, comments, onClose, onChanged }: TaskDialogProps) {
  const { t } = useTexts('todo')
  const format = useZoneFormat(zone)
  const viewer = useViewer()
  const unsent = useUnsent()
  const unknown = useRef<Attempt<Closing> | null>(null)
  const [known] = useQuery({ query: TodoPeopleDocument, variables: { workCenterId: task.workCenterId } })
  const give = useChange(GiveTaskDocument)
  const closing = useChange(CloseTaskDocument, { withKey: (variables) => variables })
  const people = (known.data?.workRequestPeople ?? []).toSorted((left, right) => format.compare(left.fullName, right.fullName))
  const form = useForm({
    initial: { comment: comments?.of(task.id) ?? '' },
    check: ({ comment }) =>
      comment.trim().length < MIN_COMMENT_LENGTH
        ? [{ code: 'LENGTH_OUT_OF_RANGE', field: 'comment', params: { min: MIN_COMMENT_LENGTH, max: MAX_TASK_COMMENT } }]
        : [],
    save: async ({ comment }) => {
      let problems: readonly ApiProblem[] = []
      const attempt = attemptOf({ id: task.id, comment: comment.trim() }, saidHere(unsent.now(), actingUserId()), unknown.current)
      const how = await sendOrKeep(attempt, {
        isWaiting: unsent.isWaiting,
        send: async (input, requestKey) => (problems = (await closing.run({ ...input, requestKey })).problems),
        keep: (input, key) => unsent.addKeyed(TASK_CLOSING, key, { input, what, place: task.workCenter?.name ?? '' }),
      })
      unknown.current = how === 'UNKNOWN' ? attempt : null
      if (how === 'SENT') showToast(t('closed'))
      if (how === 'SENT' || how === 'KEPT') {
        comments?.put(task.id, '')
        onClose()
        problems = []
      }
      if (how !== 'KEPT') onChanged()
      return problems
    },
  })
  const assign = async (assigneeId: string) => {
    await give.run({ id: task.id, assigneeId: assigneeId === '' ? null : assigneeId, actingUserId: actingUserId() })
    onChanged()
  }
  const begun = task.wantedBy === null ? '' : wallText(Date.parse(task.wantedBy), zone)
  const saying = useChange(GiveTaskDocument)
  const [typed, setTyped] = useState<WantedBy | null>(null)
  const wantedBy = shownSaying(typed, begun)
  const sayBy = async () => {
    // Only what was changed here: who passes by leaves it to whoever said it last.
    if (typed === null || typed.isSent || typed.text === begun) return
    const at = typed.text === '' ? null : new Date(instantOf(zone, Date.parse(`${typed.text}Z`))).toISOString()
    const { data } = await saying.run({ id: task.id, wantedBy: at, actingUserId: actingUserId() })
    if (data !== null) setTyped((now) => (now === typed ? { text: typed.text, isSent: true, before: begun } : now))
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
      <DateField
        name="wantedBy"
        label={t('wantedBy')}
        optional={t('optional')}
        value={wantedBy}
        onChange={(text) => setTyped({ text, isSent: false, before: begun })}
        onBlur={() => void sayBy()}
        hasTime
        timeOfDay="23:59"
        error={saying.problems[0] === undefined ? null : problemText(t, saying.problems[0])}
      />
      <Suspense>
        <Conversation beside={{ taskId: task.id }} mayWrite={mayHandleTasks(viewer, task.action)} format={format} />
      </Suspense>
      <form noValidate className={`${classes['forms']} ${classes['closing']}`} onSubmit={form.submit}>
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
        {other && <Alert>{problemText(t, other)}</Alert>}
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
