import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mayHandleTasks } from '#engine/task/mayHandleTasks.ts'
import { GiveTaskDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { showToast } from '#web/base/toast.ts'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { useHandedInHere } from '#web/parts/handIn/useHandedInHere.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useCommonTexts, useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './MineToDo.module.css'
import { TaskDialog } from './TaskDialog.tsx'
import type { AtMachine, Todo } from './todo.view.ts'
import { useDoer } from './useDoer.ts'

type TodoRowProps = {
  readonly todo: Todo
  readonly onChanged: () => void
  /** Told whether its dialog is open. */
  readonly onOpen?: (isOpen: boolean) => void
  readonly atMachine?: AtMachine
}

/** Returns one thing to do: what, since when, whose, and the way to do it. */
export function TodoRow({ todo, onChanged, onOpen, atMachine }: TodoRowProps) {
  const { t } = useTexts('todo')
  const { timeZone } = useFormat()
  // A machine's time is told by the clock on its wall.
  const format = useZoneFormat(todo.workCenter?.timeZone ?? timeZone)
  const viewer = useViewer()
  const doer = useDoer()
  const { t: common } = useCommonTexts()
  const handedIn = useHandedInHere()
  const isHandedIn = todo.kind === 'CHECKLIST' && handedIn.has(todo.checklist.id)
  const give = useChange(GiveTaskDocument)
  const { wantedBy } = todo
  const [isOpen, setShown] = useState(false)
  const setOpen = (next: boolean) => {
    setShown(next)
    onOpen?.(next)
  }
  const isHeldByMe = todo.holder !== null && todo.holder.id === doer
  const { workCenter } = todo
  const what = sentenceOf()
  const stop = todo.kind === 'TASK' && todo.task.action === 'CLASSIFY_LOSS' ? todo.task.parameters.loss : null
  const openStop = stop === null ? null : (atMachine?.openerOf(stop.id) ?? null)
  // Read out alone, in a list of buttons, each says of what it is.
  const of = <span className="hidden-text">: {workCenter === null ? what : `${what}, ${workCenter.name}`}</span>
  return (
    <li className={classes['row']} data-kind={todo.kind}>
      <div className={classes['what']}>
        <span className={classes['kind']}>{t(`kind.${todo.kind}`)}</span>
        <span className={classes['sentence']}>{what}</span>
        <span className={classes['muted']}>
          <Elapsed since={todo.at} />
          {todo.kind === 'REQUEST' &&
            todo.request.dueAt !== null &&
            ` · ${t('due', { time: format.dateTime(Date.parse(todo.request.dueAt)) })}`}
          {todo.kind === 'CHECKLIST' && ` · ${t('until', { time: format.time(Date.parse(todo.checklist.closesAt)) })}`}
          {wantedBy !== null && (
            <span data-late={wantedBy < serverNow() || undefined}>
              {' · '}
              {t(wantedBy < serverNow() ? 'late' : 'by', { time: timeOf(wantedBy) })}
            </span>
          )}
          {todo.kind === 'TASK' && todo.task.team !== null && todo.holder === null && ` · ${t('team', { name: todo.task.team.name })}`}
          {todo.kind === 'TASK' && todo.task.unreadMessages > 0 && ` · ${t('unread', { number: format.number(todo.task.unreadMessages) })}`}
          {todo.holder !== null && ` · ${isHeldByMe ? t('yours') : t('has', { name: todo.holder.fullName })}`}
        </span>
      </div>
      <div className={classes['actions']}>
        {todo.kind === 'TASK' && mayHandleTasks(viewer, todo.task.action) && (
          <>
            {todo.holder === null && doer !== null && (
              <ActionButton isBusy={give.isBusy} onClick={() => void take(doer)}>
                {t('take')}
                {of}
              </ActionButton>
            )}
            <ActionButton onClick={() => setOpen(true)}>
              {t('more')}
              {of}
            </ActionButton>
            <TaskDialog
              task={todo.task}
              what={what}
              zone={todo.workCenter?.timeZone ?? timeZone}
              isOpen={isOpen}
              comments={atMachine?.comments ?? null}
              onClose={() => setOpen(false)}
              onChanged={onChanged}
            />
          </>
        )}
        {openStop !== null && (
          <button type="button" className={classes['do']} data-open onClick={openStop}>
            {t('classify')}
            {of}
          </button>
        )}
        {stop !== null && openStop === null && (
          <Link to="/losses" search={{ range: 'all', id: [stop.id] }} className={classes['do']} data-open>
            {t('classify')}
            {of}
          </Link>
        )}
        {todo.kind === 'TASK' && todo.task.action === 'CHOOSE_PRODUCTION_ORDER' && workCenter?.deviceId != null && (
          <Link
            to="/boxes/$deviceId"
            params={{ deviceId: workCenter.deviceId }}
            // The order that reached its plan is in the panel of orders, on the first tab.
            search={todo.task.parameters.jobOrder === null ? { tab: 'history', at: todo.task.parameters.start } : {}}
            className={classes['do']}
            data-open
          >
            {t('choose')}
            {of}
          </Link>
        )}
        {todo.kind === 'CHECKLIST' && isHandedIn && <span role="status">{common('unsent.kept')}</span>}
        {todo.kind === 'CHECKLIST' && !isHandedIn && (
          <Link
            to="/checklists"
            search={{ run: [todo.checklist.id], ...(atMachine !== undefined && { machine: workCenter?.deviceId ?? '' }) }}
            className={classes['do']}
            data-open
          >
            {t(todo.checklist.state === 'STARTED' ? 'goOn' : 'answer')}
            {of}
          </Link>
        )}
        {todo.kind === 'REQUEST' && (
          <Link to="/work-requests" search={{ id: [todo.request.id] }} className={classes['do']} data-open>
            {t('open')}
            {of}
          </Link>
        )}
      </div>
    </li>
  )

  function sentenceOf(): string {
    switch (todo.kind) {
      case 'CHECKLIST':
        return todo.checklist.checklist?.name ?? ''
      case 'REQUEST':
        return todo.request.content.split('\n', 1)[0] ?? ''
      case 'TASK':
        return todo.task.parameters.jobOrder === null
          ? t(`task.${todo.task.action}`, { time: timeOf(Date.parse(todo.task.parameters.start)) })
          : t('task.REACHED', { order: todo.task.parameters.jobOrder.orderCode })
    }
  }

  /** With its date, if that is not today's. */
  function timeOf(at: number): string {
    return format.date(at) === format.date(serverNow()) ? format.time(at) : format.dateTime(at)
  }

  async function take(assigneeId: string): Promise<void> {
    if (todo.kind !== 'TASK') return
    const { problems } = await give.run({ id: todo.task.id, assigneeId, actingUserId: actingUserId() })
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
  }
}
