import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { mayConfirmOutput } from '#engine/output/mayConfirmOutput.ts'
import type { ClosingOutputFragment, OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { ClassifyDrawer } from '#web/parts/classify/ClassifyDrawer.tsx'
import type { Stop } from '#web/parts/classify/stops.view.ts'
import type { Classify } from '#web/parts/classify/useClassify.ts'
import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClosingAssistant.module.css'
import type { OutputToCheck } from './closingOutput.view.ts'
import { notesOf, type ShiftNotes } from '../shiftNotes.view.ts'
import { OutputNotes } from './OutputNotes.tsx'

const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((module) => ({ default: module.ConfirmHere })),
)

/** Rejects that wait for a reason, with their units. */
export type RejectsToExplain = { readonly stop: Stop; readonly units: number | null }

type OutputStepProps = {
  readonly shift: Pick<OpenedShiftFragment, 'shiftDate' | 'workCenter' | 'workCenterId'>
  readonly outputs: readonly OutputToCheck[]
  readonly rejects: readonly RejectsToExplain[]
  /** What the viewer may not read. */
  readonly unseen: OpenedShiftFragment['issues']
  readonly classify: Classify
  /** What does not hold the shift up. */
  readonly notes: ShiftNotes
  readonly unit: string
  readonly onChanged: () => void
  readonly children: ReactNode
}

/** Returns the output that lacks an order or a confirmation, that was confirmed otherwise than counted, and the rejects without a reason, each with the way to put it right; below them what is noted and holds nothing up. */
export function OutputStep({ shift, outputs, rejects, unseen, notes, classify, unit, onChanged, children }: OutputStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const mayConfirm = mayConfirmOutput(useViewer())
  const [sheet, setSheet] = useState<ClosingOutputFragment | null>(null)
  const [wasSheetAsked, setSheetAsked] = useState(false)
  const [asked, setAsked] = useState<Stop | null>(null)
  const list = rejects.map(({ stop }) => stop)
  const unitsOf = (value: number) => `${format.number(value)} ${unit}`
  return (
    <>
      {outputs.length + rejects.length + unseen.length + notesOf(notes) === 0 && <p>{t('outputStep.none')}</p>}
      <ul className={classes['queue']}>
        {outputs.map(({ output, whys }) => {
          const { id, timeStart, timeEnd, totalOutput, difference, lateOutput, movedOutput, productionOrders } = output
          const isToConfirm = mayConfirm && whys.includes('unconfirmed') && !whys.includes('noOrder')
          return (
            <li key={id} className={classes['line']}>
              <span>
                <b>{unitsOf(totalOutput)}</b> · {format.time(Date.parse(timeStart))}–
                {timeEnd == null ? '' : format.time(Date.parse(timeEnd))}
                {productionOrders.length > 0 && ` · ${productionOrders.map(({ orderCode }) => orderCode).join(', ')}`}
                <span className={classes['why']}>
                  {whys
                    .map((why) =>
                      why === 'differs' ? t('outputStep.differs', { difference: signed(difference) }) : t(`outputStep.${why}`),
                    )
                    .concat(lateOutput > 0 ? [t('notes.late', { units: unitsOf(lateOutput) })] : [])
                    .concat(movedOutput > 0 ? [t('notes.moved', { units: unitsOf(movedOutput) })] : [])
                    .join(' · ')}
                </span>
              </span>
              {isToConfirm && (
                <ActionButton
                  onClick={() => {
                    setSheetAsked(true)
                    setSheet(output)
                  }}
                >
                  {t('outputStep.confirm')}
                </ActionButton>
              )}
              <Link
                to="/output"
                search={{ wc: [shift.workCenterId], from: shift.shiftDate, to: shift.shiftDate, segment: [id] }}
                className={classes['link']}
              >
                {t(whys.includes('noOrder') && mayConfirm ? 'outputStep.assign' : 'outputStep.open')}
              </Link>
            </li>
          )
        })}
        {rejects.map(({ stop, units }) => (
          <li key={`rejects ${stop.id}`} className={classes['line']}>
            <span>
              <b>{units === null ? '' : unitsOf(units)}</b> · {format.time(stop.start)}
              <span className={classes['why']}>{t('outputStep.rejects')}</span>
            </span>
            <ActionButton isDisabled={stop.refusal !== null} onClick={() => setAsked(stop)}>
              {t('stops.give')}
            </ActionButton>
          </li>
        ))}
        {unseen.map(({ code, count }) => (
          <li key={code} className={classes['line']}>
            {t(`lacks.${code}`, { count })}
          </li>
        ))}
        <OutputNotes shift={shift} notes={notes} />
      </ul>
      <div className={classes['buttons']}>{children}</div>
      <ClassifyDrawer list={{ stops: list, openCount: list.length }} classify={classify} asked={asked} onAsk={setAsked} />
      {wasSheetAsked && (
        <Suspense>
          <ConfirmHere
            workCenterId={shift.workCenterId}
            jobOrderId={sheet?.productionOrders[0]?.id ?? null}
            segmentIds={sheet === null ? null : [sheet.id]}
            place={shift.workCenter.name}
            onClose={() => setSheet(null)}
            onChanged={onChanged}
          />
        </Suspense>
      )}
    </>
  )

  function signed(value: number): string {
    return `${value > 0 ? '+' : ''}${unitsOf(value)}`
  }
}
