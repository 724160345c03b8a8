import { useState } from 'react'
import type { ListedOutputFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { sumsOf } from './confirmMany.view.ts'
import classes from './OutputPage.module.css'
import { type Line, useConfirmMany } from './useConfirmMany.ts'

type ConfirmManyProps = {
  /** None = nothing is asked. */
  readonly outputs: readonly ListedOutputFragment[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Returns the dialog that confirms several outputs as they were counted: the sum, each line, and what is left out and why. */
export function ConfirmMany({ outputs, onClose, onDone }: ConfirmManyProps) {
  const { t } = useTexts('output')
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog isOpen={outputs.length > 0} isKept={isBusy} onClose={onClose} title={t('confirm.many')} closeLabel={t('state.close')} isWide>
      {outputs.length > 0 && <Lines outputs={outputs} onClose={onClose} onDone={onDone} onBusy={setBusy} />}
    </Dialog>
  )
}

function Lines({ outputs, onClose, onDone, onBusy }: ConfirmManyProps & { readonly onBusy: (isBusy: boolean) => void }) {
  const { t } = useTexts('output')
  const format = useFormat()
  const unitName = useUnitName()
  const { lines, isLoading, isBusy, isOver, confirm } = useConfirmMany(outputs, onDone)
  const ready = lines.filter(({ state }) => state === 'READY')
  const unanswered = lines.filter(({ state }) => state === 'UNKNOWN').length
  // What is on its way is seen to its end: a dialog that is closed meanwhile would go on unseen.
  const send = async () => {
    onBusy(true)
    await confirm()
    onBusy(false)
  }
  const sums = sumsOf(isOver ? lines.filter(({ state }) => state === 'DONE') : ready)
  const sumText = sums
    .map(({ unit, accepted, rejected }) => {
      const values = { accepted: `${format.number(accepted)} ${unitName(unit)}`, rejected: format.number(rejected) }
      return t(rejected > 0 ? 'units.both' : 'units.accepted', values)
    })
    .join('; ')
  return (
    <div className={classes['form']}>
      <p role="status">
        {isLoading
          ? t('state.loading')
          : isOver
            ? sumText === ''
              ? t('confirm.noneBooked')
              : t('confirm.booked', { sum: sumText })
            : ready.length === 0
              ? t('confirm.noneReady')
              : t('confirm.sum', { count: ready.length, sum: sumText })}
      </p>
      {unanswered > 0 && !isBusy && (
        <p role="alert" className={classes['attention']}>
          {t('confirm.unanswered', { count: unanswered })}
        </p>
      )}
      <ul className={classes['list']}>
        {lines.map((line) => (
          <One key={line.output.id} line={line} />
        ))}
      </ul>
      <DialogActions>
        <ActionButton onClick={onClose} isDisabled={isBusy}>
          {t('state.close')}
        </ActionButton>
        {(!isOver || unanswered > 0) && (
          <ActionButton isMain isBusy={isBusy} isDisabled={isLoading || ready.length + unanswered === 0} onClick={() => void send()}>
            {unanswered > 0 && ready.length === 0 ? t('confirm.again') : t('confirm.these', { count: ready.length })}
          </ActionButton>
        )}
      </DialogActions>
    </div>
  )
}

function One({ line }: { readonly line: Line }) {
  const { t } = useTexts('output')
  const own = useFormat()
  const { output, accepted, rejected, state, why } = line
  const zoned = useZoneFormat(output.workCenter?.timeZone ?? own.timeZone)
  const { dayMonth, time } = zoned
  const orders = output.productionOrders.map(({ orderCode }) => orderCode).join(', ')
  const start = Date.parse(output.timeStart)
  const units = t(rejected > 0 ? 'units.both' : 'units.accepted', { accepted: own.number(accepted), rejected: own.number(rejected) })
  return (
    <li>
      <span className={classes['lines']}>
        <span>
          {dayMonth(start)}, {time(start)} · {output.workCenter?.name}
        </span>
        <span className={classes['muted']}>{orders === '' ? t('noOrder') : orders}</span>
      </span>
      <span>
        {state === 'LEFT_OUT' && why !== null && <span className={classes['attention']}>{t(`leftOut.${why}`)}</span>}
        {state === 'REFUSED' && line.problem !== null && (
          <span role="alert" className={classes['problem']}>
            <Explained>{problemText(t, line.problem, zoned)}</Explained>
          </span>
        )}
        {state === 'REFUSED' && line.problem !== null && <ConfirmedShiftLink problems={[line.problem]} />}
        {state === 'UNKNOWN' && <span className={classes['attention']}>{t('confirm.lineUnanswered')}</span>}
        {state === 'READY' && units}
        {state === 'DONE' && t('confirm.lineDone', { units })}
      </span>
    </li>
  )
}
