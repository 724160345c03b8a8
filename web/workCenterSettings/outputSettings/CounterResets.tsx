import { useState } from 'react'
import { CounterResetsOfDocument, type CounterResetsOfQuery, ResetCounterDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './CounterResets.module.css'

type Reset = CounterResetsOfQuery['counterResets'][number]
type CounterResetsProps = {
  readonly workCenterId: number
  /** Of the work center, for the question before its counter is reset. */
  readonly name: string
  readonly isReadOnly: boolean
}

const SHOWN = 3
/** A device answers by itself, without any record being closed. */
const ASK_EVERY_MS = 5_000
const NOTHING_TOLD = { workCenterIds: null, kinds: [] }
/** What needs a look at the device. */
const WRONG: ReadonlySet<Reset['state']> = new Set(['REFUSED', 'NO_ANSWER', 'NOT_DELIVERED'])
const KEYED = { withKey: <Variables,>(variables: Variables, requestKey: string): Variables => ({ ...variables, requestKey }) }

/** Returns what became of the newest commands to reset the counter of the device, and the button that sends one now, after a question. */
export function CounterResets({ workCenterId, name, isReadOnly }: CounterResetsProps) {
  const { t } = useTexts('outputSettings')
  const format = useFormat()
  const [isSure, setSure] = useState(false)
  const [{ data, error }, refetch] = useFreshQuery(CounterResetsOfDocument, { workCenterId }, NOTHING_TOLD, { everyMs: ASK_EVERY_MS })
  const change = useChange(ResetCounterDocument, KEYED)
  const resets = (data?.counterResets ?? []).slice(0, SHOWN)
  const causeOf = ({ shiftEnd, askedBy, createdOn }: Reset) => {
    if (shiftEnd !== null) return t('resets.atShiftEnd', { time: format.dateTime(Date.parse(shiftEnd)) })
    const time = format.dateTime(Date.parse(createdOn))
    return askedBy === null ? time : t('resets.asked', { time, name: askedBy.fullName })
  }
  const stateOf = ({ state, validUntil, answeredOn, detail }: Reset) => {
    const time = format.time(Date.parse(answeredOn ?? validUntil))
    const words = t(`resets.state.${state}`, { time })
    return detail === null ? words : t('resets.detail', { words, detail })
  }
  const send = async () => {
    await change.run({ workCenterId, requestKey: newRequestKey() })
    setSure(false)
    refetch()
  }
  const [problem] = change.problems
  return (
    <div className={classes['resets']}>
      {data === undefined && error !== undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />}
      {data !== undefined && resets.length === 0 && <p>{t('resets.none')}</p>}
      {resets.length > 0 && (
        <ul aria-label={t('resets.title')} aria-live="polite">
          {resets.map((reset) => (
            <li key={reset.id}>
              <span>{causeOf(reset)}</span>
              <b data-wrong={WRONG.has(reset.state) || undefined}>{stateOf(reset)}</b>
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <ActionButton isBusy={change.isBusy} onClick={() => setSure(true)}>
          {t('resets.now')}
        </ActionButton>
      )}
      <ConfirmDialog
        isOpen={isSure}
        title={t('resets.ask', { name })}
        confirmLabel={t('resets.now')}
        cancelLabel={t('resets.cancel')}
        closeLabel={t('state.close')}
        isBusy={change.isBusy}
        onConfirm={() => void send()}
        onClose={() => setSure(false)}
      >
        <p>{t('resets.askText')}</p>
      </ConfirmDialog>
      {problem !== undefined && <Alert>{problem.code === 'DEVICE_NOT_FOUND' ? t('resets.noDevice') : problemText(t, problem)}</Alert>}
    </div>
  )
}
