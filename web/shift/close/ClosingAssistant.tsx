import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import type { OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { SavedBar } from '#web/parts/classify/SavedBar.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { dateText } from '../list/ShiftCell.tsx'
import type { ShiftSearch } from '../shiftSearch.ts'
import classes from './ClosingAssistant.module.css'
import { type ClosingLoss, isToExplain } from './closing.view.ts'
import type { ClosingStep } from './closingSteps.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { HandoverStep } from './HandoverStep.tsx'
import { LookStep } from './LookStep.tsx'
import { NumbersStep } from './NumbersStep.tsx'
import { OutputStep } from './OutputStep.tsx'
import { ReadyStep } from './ReadyStep.tsx'
import { SeriesBar } from './SeriesBar.tsx'
import { SilenceStep } from './SilenceStep.tsx'
import { StopsStep } from './StopsStep.tsx'
import type { ChooseTile } from './StopTiles.tsx'
import type { TasksStepProps } from './TasksStep.tsx'
import { useClosing } from './useClosing.ts'

const TasksStep = lazyPart<TasksStepProps>(() =>
  withTexts('todo', import('./TasksStep.tsx')).then((module) => ({ default: module.TasksStep })),
)

export type ClosingAssistantProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  readonly url: ListUrl<ShiftSearch>
  readonly onChanged: () => void
}

/**
 * Returns what closes a shift step by step: it opens at the first step with something to do, shrinks with the work, and ends with the confirmation. Enter goes on,
 * 1 to 9 choose a reason, u takes the last one back.
 */
export function ClosingAssistant({ shift, id, url, onChanged }: ClosingAssistantProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const unitName = useUnitName()
  const { search } = url
  const { result, refetch, classify, bundle, losses, stops, silences, looks, step, goOn, now, ...more } = useClosing(shift, id, url)
  const steps = more.steps.map((one) => ({ ...one, isUnknown: more.hasFailed && (one.key === 'output' || one.key === 'tasks') }))
  const unit = result.data?.workCenter == null ? '' : unitName(result.data.workCenter.outputMeasurementUnit)
  const onMore = () => {
    more.askMore()
    onChanged()
  }
  const chooseTile = useRef<ChooseTile | null>(null)
  const setChooseTile = useCallback((choose: ChooseTile | null) => {
    chooseTile.current = choose
  }, [])
  const { change, isLast } = { change: bundle.change, isLast: step === 'confirm' }
  const undoBundle = change.undo === null ? null : () => void change.undo?.().then(refetch)
  const keys = useRef({ goOn, undo: undoBundle ?? classify.undo, isLast })
  useEffect(() => {
    keys.current = { goOn, undo: undoBundle ?? classify.undo, isLast }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      if (/^[1-9]$/.test(event.key)) chooseTile.current?.(Number(event.key) - 1)
      else if (event.key === 'u') keys.current.undo()
      else if (event.key === 'Enter' && !isPressable(event.target) && !keys.current.isLast) keys.current.goOn()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const name = `${shift.name}, ${dateText(format, shift.shiftDate)}, ${shift.workCenter.name}`
  const explained = losses.filter((loss) => !isToExplain(loss))
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  return (
    <div className={classes['assistant']}>
      <PageHeading>{t('assistant.title', { name })}</PageHeading>
      {search.date !== '' && <SeriesBar date={search.date} id={id} isClosed={shift.status === 'CONFIRMED'} />}
      <p className={classes['meta']}>
        {t('assistant.explained', { explained: format.duration(lengthOf(explained, now)), all: format.duration(lengthOf(losses, now)) })}{' '}
        <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} className={classes['link']}>
          {t('assistant.report')}
        </Link>
      </p>
      {more.isWhole && (
        <ol className={classes['steps']}>
          {steps.map(({ key, work, isUnknown }) => (
            <li
              key={key}
              data-done={(work === 0 && key !== 'confirm' && !isUnknown) || undefined}
              aria-current={key === step ? 'step' : undefined}
            >
              <Link
                to="/shifts/$shiftId"
                params={{ shiftId: String(id) }}
                search={{ ...search, step: key }}
                className={classes['step']}
                resetScroll={false}
              >
                <Icon name={key === 'confirm' ? 'lock' : work === 0 && !isUnknown ? 'check' : 'alert'} size={16} />
                <span>{t(`step.${key}`)}</span>
                <span className={classes['meta']}>
                  {key === 'confirm' || isUnknown ? '' : work === 0 ? t('assistant.nothing') : format.number(work)}
                </span>
              </Link>
              {key === step && <div className={classes['content']}>{contentOf(key)}</div>}
            </li>
          ))}
        </ol>
      )}
      <SavedBar classify={classify} />
      <UndoBar
        text={bundleText()}
        answer={change.saved}
        undoLabel={t('classify.undo')}
        closeLabel={t('state.close')}
        onUndo={undoBundle}
        onClose={change.forget}
      />
    </div>
  )

  function bundleText(): string {
    if (change.saved === null) return ''
    const count = change.saved.data.updateLosses.length
    return change.saved.isUndone ? t('stopsStep.undone', { count }) : t('stopsStep.saved', { count })
  }

  function contentOf(key: ClosingStep) {
    const isLook = key === 'look'
    // What is left to do in the step comes before going past it.
    const isLeft = !isLook && steps.some((one) => one.key === key && one.work > 0)
    const next = (
      <ActionButton isMain={!isLeft} onClick={goOn}>
        {t(isLook ? 'assistant.allRight' : 'assistant.next')}
      </ActionButton>
    )
    const told = result.data?.told
    if (more.hasFailed && (key === 'output' || key === 'tasks'))
      return (
        <>
          <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={more.askMore} />
          <div className={classes['buttons']}>{next}</div>
        </>
      )
    switch (key) {
      case 'ready':
        return (
          <ReadyStep shift={shift} onAsk={onChanged}>
            {next}
          </ReadyStep>
        )
      case 'stops':
        return (
          <StopsStep stops={stops} classify={classify} bundle={bundle} onTiles={setChooseTile} now={now}>
            {next}
          </StopsStep>
        )
      case 'silence':
        return (
          <SilenceStep silences={silences} workCenterId={shift.workCenterId} onSaved={refetch}>
            {next}
          </SilenceStep>
        )
      case 'look':
        return <LookStep looks={looks}>{next}</LookStep>
      case 'output':
        return (
          <OutputStep
            shift={shift}
            outputs={more.outputs}
            rejects={more.rejects}
            unseen={more.unseen.output}
            notes={more.notes}
            classify={classify}
            unit={unit}
            onChanged={onMore}
          >
            {next}
          </OutputStep>
        )
      case 'tasks':
        return (
          <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
            <TasksStep open={more.open} unseen={more.unseen.tasks} onChanged={onMore}>
              {next}
            </TasksStep>
          </Suspense>
        )
      case 'numbers':
        return (
          <NumbersStep shift={shift} id={id}>
            {next}
          </NumbersStep>
        )
      case 'handover':
        return told == null ? (
          next
        ) : (
          <HandoverStep shift={shift} told={told} unit={unit}>
            {next}
          </HandoverStep>
        )
      case 'confirm':
        return <ConfirmStep shift={shift} id={id} name={name} openStops={stops.length} date={search.date} onChanged={onChanged} />
    }
  }
}

function lengthOf(losses: readonly ClosingLoss[], now: number): number {
  return losses.reduce((sum, { timeStart, timeEnd }) => sum + (timeEnd == null ? now : Date.parse(timeEnd)) - Date.parse(timeStart), 0)
}

/** Enter presses these by itself. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
