import { useState } from 'react'
import { SplitLossDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { readNumber } from '#web/ui/form/readNumber.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import type { LossRow } from './lossRow.ts'
import classes from './LossesPage.module.css'
import { type ShareRow, sharingOf } from './shares.view.ts'
import { useOfferedReasons } from './useOfferedReasons.ts'

/** What the form that shares a loss out needs. */
export type ShareLossProps = {
  readonly row: LossRow
  readonly source: 'OUTPUT' | 'SPEED'
  /** The gesture by which it is taken back. */
  readonly onDone: (batchId: string) => void
  readonly onCancel: () => void
}

const EMPTY = { reasonId: '', amount: '', comment: '' }

/** Returns the form that shares rejects out by units, and lost speed by minutes, among reasons; what is left stays as it is, and all of it is the whole (domain.md S-26b). */
export function ShareLoss({ row: { loss, stop }, source, onDone, onCancel }: ShareLossProps) {
  const { t } = useTexts('loss')
  const format = useFormat()
  const [rows, setRows] = useState<readonly ShareRow[]>([{ key: 0, ...EMPTY }])
  const offered = useOfferedReasons([loss.workCenterId], source)
  const change = useChange(SplitLossDocument, { withKey: (variables, requestKey) => ({ ...variables, requestKey }) })
  const sharing = sharingOf({ source, units: loss.quantity ?? null, ms: loss.duration * 1000 }, rows, format.locale)
  const put = (key: number, next: Partial<ShareRow>) =>
    setRows((known) => known.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const isUnits = source === 'OUTPUT'
  const places = isUnits ? 3 : 1
  const amount = (value: number) => format.number(value, Number.isInteger(value) ? 0 : places)
  const needsComment = ({ reasonId }: ShareRow) => offered.choices?.find(({ id }) => String(id) === reasonId)?.requireExtraNotes === true
  const isMissing = rows.some((one) => needsComment(one) && one.comment.trim() === '')
  const [problem] = change.problems
  const save = async () => {
    if (sharing.shares === null || isMissing) return
    const batchId = newRequestKey()
    const { data } = await change.run({ input: { id: stop.id, version: stop.version, shares: [...sharing.shares] }, batchId })
    if (data !== null) onDone(batchId)
  }
  return (
    <form
      className={classes['bulk']}
      aria-busy={change.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p>{t(isUnits ? 'share.units' : 'share.minutes', { amount: amount(sharing.whole) })}</p>
      {offered.isFailed && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={offered.retry} />}
      {rows.map((row, at) => (
        <fieldset key={row.key} className={classes['share']}>
          <legend className="hidden-text">{t('share.part', { number: at + 1 })}</legend>
          <SelectField
            name="reason"
            label={t('column.reason')}
            value={row.reasonId}
            placeholder={t('manual.choose')}
            options={(offered.choices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(reasonId) => put(row.key, { reasonId })}
          />
          <NumberField
            name="amount"
            label={t(isUnits ? 'column.quantity' : 'share.inMinutes')}
            value={row.amount}
            error={
              sharing.wrongAt === at ? t('share.range', { most: amount(Math.max(0, sharing.left + typed(row, format.locale))) }) : null
            }
            onChange={(value) => put(row.key, { amount: value })}
          />
          {needsComment(row) && (
            <TextField name="comment" label={t('classify.comment')} value={row.comment} onChange={(comment) => put(row.key, { comment })} />
          )}
          {rows.length > 1 && (
            <ActionButton onClick={() => setRows((known) => known.filter(({ key }) => key !== row.key))}>{t('share.remove')}</ActionButton>
          )}
        </fieldset>
      ))}
      <p role="status">
        {sharing.left < 0
          ? t('share.tooMuch', { amount: amount(-sharing.left) })
          : t('share.left', { shared: amount(sharing.shared), left: amount(sharing.left) })}
      </p>
      {problem && <Alert>{problemText(t, problem)}</Alert>}
      <div className={classes['actions']}>
        <ActionButton onClick={() => setRows((known) => [...known, { key: Math.max(...known.map(({ key }) => key)) + 1, ...EMPTY }])}>
          {t('share.add')}
        </ActionButton>
        <ActionButton isMain isBusy={change.isBusy} isDisabled={sharing.shares === null || isMissing} onClick={() => void save()}>
          {t('share.save')}
        </ActionButton>
        <ActionButton onClick={onCancel}>{t('split.cancel')}</ActionButton>
      </div>
    </form>
  )
}

function typed({ amount }: ShareRow, locale: string): number {
  const value = readNumber(amount, locale)
  return value === null || Number.isNaN(value) ? 0 : value
}
