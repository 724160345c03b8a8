import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RecordKind } from '#engine/event/recordsChange.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  ClosingOfShiftDocument,
  type ClosingOfShiftQuery,
  type LossFieldsFragment,
  type OpenedShiftFragment,
} from '#web/api/generated/graphql.ts'
import { SavedBar } from '#web/parts/classify/SavedBar.tsx'
import { stopOf } from '#web/parts/classify/stops.view.ts'
import { useClassify } from '#web/parts/classify/useClassify.ts'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { dateText } from '../list/ShiftCell.tsx'
import type { ShiftSearch } from '../shiftSearch.ts'
import classes from './ClosingAssistant.module.css'
import { type ClosingLoss, type ClosingStep, isToExplain, shownStep, silencesOf, stepAfter, stepsOf, worthALook } from './closing.view.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { LookStep } from './LookStep.tsx'
import { NumbersStep } from './NumbersStep.tsx'
import { ReadyStep } from './ReadyStep.tsx'
import { SeriesBar } from './SeriesBar.tsx'
import { SilenceStep } from './SilenceStep.tsx'
import { StopsStep } from './StopsStep.tsx'
import type { ChooseTile } from './StopTiles.tsx'
import { useSayBundle } from './useSayBundle.ts'

const OF_SHIFT: readonly RecordKind[] = ['loss', 'shift']
const NO_LOSSES: ClosingOfShiftQuery['lossesPages']['items'] = []

type ClosingAssistantProps = {
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
  const { search, change } = url
  const { timeStart, timeEnd, workCenterId } = shift
  const bounds = useMemo(() => ({ from: Date.parse(timeStart), to: Date.parse(timeEnd) }), [timeStart, timeEnd])
  const [result, refetch] = useFreshQuery(
    ClosingOfShiftDocument,
    useMemo(() => ({ id, workCenterId, period: { start: timeStart, end: timeEnd } }), [id, workCenterId, timeStart, timeEnd]),
    { workCenterIds: [workCenterId], kinds: OF_SHIFT, period: bounds },
  )
  const classify = useClassify()
  const [passed, setPassed] = useState<ReadonlySet<ClosingStep>>(new Set())
  const chooseTile = useRef<ChooseTile | null>(null)
  const setChooseTile = useCallback((choose: ChooseTile | null) => {
    chooseTile.current = choose
  }, [])
  const now = Math.min(bounds.to, serverNow())
  const known = result.data?.lossesPages.items ?? NO_LOSSES
  const losses = useMemo((): readonly ClosingLoss[] => {
    const shown = classify.shown(known)
    return known.map((loss, at) => ({ ...loss, ...shown[at], reason: reasonOf(loss, shown[at]) }))
    // What was decided changes with each decision.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, classify.shown])
  const bundle = useSayBundle()
  const stops = losses
    .filter((loss) => isToExplain(loss))
    .map((loss) => stopOf(loss))
    .filter((stop) => !bundle.isSaid(stop))
  const silences = silencesOf(result.data?.statusTimeline ?? [], now)
  const looks = worthALook(losses)
  const dataIssues = shift.oee?.issues.length ?? 0
  const { status, isRecalculating } = shift
  const steps = stepsOf(
    { status, isRecalculating, stops: stops.length, silences: silences.length, looks: looks.length, dataIssues },
    passed,
  )
  const step = shownStep(steps, search.step)
  const goOn = () => {
    const after = new Set([...passed, step])
    setPassed(after)
    change({
      step: stepAfter(
        stepsOf({ status, isRecalculating, stops: stops.length, silences: silences.length, looks: looks.length, dataIssues }, after),
        step,
      ),
    })
  }
  const { undo } = bundle.change
  const undoBundle = undo === null ? null : () => void undo().then(refetch)
  const undoLast = undoBundle ?? classify.undo
  const keys = useRef({ goOn, undo: undoLast, isLast: step === 'confirm' })
  useEffect(() => {
    keys.current = { goOn, undo: undoLast, isLast: step === 'confirm' }
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
  if (result.error && !result.data) return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
  return (
    <div className={classes['assistant']}>
      <PageHeading>{t('assistant.title', { name })}</PageHeading>
      {search.date !== '' && <SeriesBar date={search.date} id={id} isClosed={status === 'CONFIRMED'} />}
      <p className={classes['meta']}>
        {t('assistant.explained', {
          explained: format.duration(
            lengthOf(
              losses.filter((loss) => !isToExplain(loss)),
              now,
            ),
          ),
          all: format.duration(lengthOf(losses, now)),
        })}{' '}
        <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} className={classes['link']}>
          {t('assistant.report')}
        </Link>
      </p>
      {result.data && (
        <ol className={classes['steps']}>
          {steps.map(({ key, work }) => (
            <li key={key} data-done={(work === 0 && key !== 'confirm') || undefined} aria-current={key === step ? 'step' : undefined}>
              <Link
                to="/shifts/$shiftId"
                params={{ shiftId: String(id) }}
                search={{ ...search, step: key }}
                className={classes['step']}
                resetScroll={false}
              >
                <Icon name={key === 'confirm' ? 'lock' : work === 0 ? 'check' : 'alert'} size={16} />
                <span>{t(`step.${key}`)}</span>
                <span className={classes['meta']}>
                  {key === 'confirm' ? '' : work === 0 ? t('assistant.nothing') : format.number(work)}
                </span>
              </Link>
              {key === step && <div className={classes['content']}>{contentOf(key)}</div>}
            </li>
          ))}
        </ol>
      )}
      <SavedBar classify={classify} />
      <UndoBar
        text={
          bundle.change.saved === null
            ? ''
            : t(bundle.change.saved.isUndone ? 'stopsStep.undone' : 'stopsStep.saved', {
                count: bundle.change.saved.data.updateLosses.length,
              })
        }
        answer={bundle.change.saved}
        undoLabel={t('classify.undo')}
        closeLabel={t('state.close')}
        onUndo={undoBundle}
        onClose={bundle.change.forget}
      />
    </div>
  )

  function contentOf(key: ClosingStep) {
    const isLook = key === 'look'
    const next = (
      <ActionButton isMain onClick={goOn}>
        {t(isLook ? 'assistant.allRight' : 'assistant.next')}
      </ActionButton>
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
          <SilenceStep silences={silences} workCenterId={workCenterId} onSaved={refetch}>
            {next}
          </SilenceStep>
        )
      case 'look':
        return <LookStep looks={looks}>{next}</LookStep>
      case 'numbers':
        return (
          <NumbersStep shift={shift} id={id}>
            {next}
          </NumbersStep>
        )
      case 'confirm':
        return <ConfirmStep shift={shift} id={id} name={name} openStops={stops.length} date={search.date} onChanged={onChanged} />
    }
  }
}

/** A decision that is on its way says nothing of what its reason demands. */
function reasonOf(loss: ClosingLoss, shown: LossFieldsFragment | undefined): ClosingLoss['reason'] {
  const reason = shown === undefined ? loss.reason : shown.reason
  if (reason == null) return null
  return { ...reason, requireExtraNotes: loss.reason?.id === reason.id && loss.reason.requireExtraNotes }
}

function lengthOf(losses: readonly ClosingLoss[], now: number): number {
  return losses.reduce((sum, { timeStart, timeEnd }) => sum + (timeEnd == null ? now : Date.parse(timeEnd)) - Date.parse(timeStart), 0)
}

/** Enter presses these by itself. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
