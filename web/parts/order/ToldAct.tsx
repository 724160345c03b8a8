import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { alreadyRunning } from './orderPanel.view.ts'
import classes from './OrderPanel.module.css'
import { timeText } from './timeText.ts'
import type { DoneOrderAct, OrderPanelState } from './useOrderPanel.ts'

/** Returns what became of the last act at the panel: why it was refused, and of one that was done the way back. */
export function ToldAct({ panel }: { readonly panel: OrderPanelState }) {
  return (
    <>
      {panel.refused !== null && (
        <div role="alert" className={classes['refused']}>
          <Refused {...panel.refused} running={panel.running} />
          <ConfirmedShiftLink problems={[panel.refused.problem]} />
        </div>
      )}
      <DoneBar panel={panel} />
    </>
  )
}

type RefusedProps = NonNullable<OrderPanelState['refused']> & { readonly running: readonly PanelOrderFragment[] }

/** Returns why the last act was refused; of an order that somebody else started meanwhile who, and when. */
function Refused({ code, problem, running }: RefusedProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const already = alreadyRunning(
    problem,
    running.find(({ orderCode }) => orderCode === code),
  )
  if (already === null) return <Explained>{t('refused', { code, problem: problemText(t, problem, format) })}</Explained>
  const time = timeText(format, already.since, serverNow())
  const words = already.name === null ? t('already', { time }) : t('alreadyBy', { time, name: already.name })
  return t('refused', { code, problem: words })
}

/** Returns the bar that says what was done, with the way back for eight seconds. */
function DoneBar({ panel }: { readonly panel: OrderPanelState }) {
  const { t } = useTexts('order')
  const format = useFormat()
  const { done, isUndoing } = panel
  const textOf = ({ body, isUndone, problem }: DoneOrderAct): string => {
    const names = { code: body.orderCode, running: body.running?.codes.join(', ') ?? '' }
    if (problem !== null) return t('refused', { code: t('notUndone', names), problem: problemText(t, problem) })
    if (isUndone) return t('undone', names)
    if (body.action === 'BEGAN') return t('done.BEGAN', { ...names, time: timeText(format, body.newAt, serverNow()) })
    const what = body.running === undefined ? body.action : (`SWITCH_${body.running.choice}` as const)
    return panel.isKept ? t(`kept.${what}`, names) : t(`done.${what}`, names)
  }
  const isPossible = done !== null && (done.eventId !== null || panel.isKept)
  return (
    <UndoBar
      text={done === null ? '' : textOf(done)}
      answer={isUndoing ? null : done}
      undoLabel={t('undo')}
      closeLabel={t('state.close')}
      onUndo={isPossible ? () => void panel.undo() : null}
      onClose={panel.forget}
    />
  )
}
