import { useId, useRef, useState } from 'react'
import type { ApiProblem } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { DurationBar } from './DurationBar.tsx'
import classes from './lossTracking.module.css'
import { checkRows, durationMs, nextRow, reasonOf, type RowDraft, rowsOf, type TrackingRule } from './trackingDraft.view.ts'
import { type Reason, TrackingRow } from './TrackingRow.tsx'
import type { TargetDraft } from './useTrackingDrafts.ts'

type TrackingTargetProps = {
  readonly draft: TargetDraft
  readonly reasons: readonly Reason[]
  readonly isTold: boolean
  readonly isReadOnly: boolean
  readonly refused: ApiProblem | null
  readonly onRows: (rows: readonly RowDraft[]) => void
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Returns the rule of one status: a bar of durations, its rows, and a duration to try. */
export function TrackingTarget(props: TrackingTargetProps) {
  const { draft, reasons, isTold, isReadOnly, refused, onRows, onKeepMine, onTakeTheirs } = props
  const { t } = useTexts('lossTracking')
  const format = useFormat()
  const id = useId()
  const added = useRef(0)
  const [tried, setTried] = useState('12')
  const { target, rows } = draft
  const { entries, problems } = checkRows(rows)
  const known = new Map(reasons.map((reason) => [reason.id, reason]))
  for (const { reason } of target.rule?.rows ?? []) if (reason && !known.has(reason.id)) known.set(reason.id, reason)
  const nameOf = (reasonId: number | null) => (reasonId === null ? t('unclassified') : (known.get(reasonId)?.name ?? t('noReasonYet')))
  const triedMs = durationMs(tried, 'min')
  const rowText = (rule: TrackingRule) =>
    rule.rows
      .map((row) => {
        const to = row.durationTo == null ? '∞' : `${row.durationTo} ${row.durationToMeasurementUnitCode}`
        return `${row.durationFrom} ${row.durationFromMeasurementUnitCode} – ${to}: ${row.reason?.name ?? ''}`
      })
      .join('; ')
  const setRow = (at: number, row: RowDraft) => onRows(rows.map((one, index) => (index === at ? row : one)))
  return (
    <section className={classes['target']} aria-labelledby={id}>
      <h3 id={id}>
        <span className={classes['swatch']} style={{ background: target.color ?? 'var(--status-stop)' }} aria-hidden />
        {target.name}
      </h3>
      {entries !== null && <DurationBar entries={entries} nameOf={nameOf} colorOf={(one) => known.get(one)?.color ?? 'var(--muted)'} />}
      {draft.isConflict && (
        <div className={classes['conflict']} role="alert">
          <p>
            <b>{t('conflict.title')}</b> {target.rule === null ? t('conflict.deleted') : rowText(target.rule)}
          </p>
          <div className={classes['choices']}>
            <ActionButton onClick={onKeepMine}>{t('conflict.keep')}</ActionButton>
            <ActionButton onClick={onTakeTheirs}>{t('conflict.take')}</ActionButton>
          </div>
        </div>
      )}
      {rows.length === 0 && <p className={classes['hint']}>{t('empty')}</p>}
      <ol className={classes['rows']}>
        {rows.map((row, at) => (
          <TrackingRow
            key={row.key}
            row={row}
            place={at}
            reasons={reasons}
            isReadOnly={isReadOnly}
            errorOf={(part) => {
              const problem = problems.get(`${at}.${part}`)
              const isShown = problem !== undefined && (isTold || (problem.code !== 'REQUIRED' && row.from !== ''))
              return isShown ? problemText(t, problem) : null
            }}
            onChange={(next) => setRow(at, next)}
            onRemove={() => onRows(rows.filter((_one, index) => index !== at))}
          />
        ))}
      </ol>
      {refused !== null && <Alert className={classes['error']}>{problemText(t, refused)}</Alert>}
      <div className={classes['foot']}>
        {!isReadOnly && (
          <ActionButton
            onClick={() => {
              added.current += 1
              onRows([...rows, nextRow(rows, `new-${added.current}`)])
            }}
          >
            {t('add')}
          </ActionButton>
        )}
        {entries !== null && (
          <div className={classes['try']}>
            <label>
              {t('try.label')}
              <input
                name={`try-${target.key}`}
                inputMode="decimal"
                value={tried}
                onChange={(event) => setTried(event.currentTarget.value)}
              />
              {t('unit.min')}
            </label>
            <output aria-live="polite">
              {triedMs === null
                ? ''
                : reasonOf(entries, triedMs) === null
                  ? t('try.unclassified', { duration: format.duration(triedMs) })
                  : t('try.becomes', { duration: format.duration(triedMs), reason: nameOf(reasonOf(entries, triedMs)) })}
            </output>
          </div>
        )}
      </div>
      {target.past.length > 0 && (
        <details>
          <summary>{t('past.title', { count: target.past.length })}</summary>
          <ul className={classes['past']}>
            {target.past.map((rule) => (
              <li key={rule.id}>
                <b>
                  {format.dateTime(Date.parse(rule.validFrom))} – {rule.validTo == null ? '' : format.dateTime(Date.parse(rule.validTo))}
                </b>{' '}
                {rowText(rule)}
                {!isReadOnly && (
                  <button type="button" className={classes['small']} onClick={() => onRows(rowsOf(rule))}>
                    {t('past.use')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
