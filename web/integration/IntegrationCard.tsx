import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { daysOfEndingKey } from '#engine/integration/keyEnd.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { mayRunIntegrations } from '#engine/integration/mayIntegrate.ts'
import {
  DeleteIntegrationDocument,
  DisableIntegrationDocument,
  EnableIntegrationDocument,
  ReconfigureIntegrationDocument,
  RetryIntegrationDocument,
  type IntegrationCardFragment,
} from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { EndHere } from '#web/parts/elsewhere/EndHere.tsx'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { failureProblem } from './integration.view.ts'
import { FailureDetails } from './FailureDetails.tsx'
import classes from './Integrations.module.css'
import { PutFile } from './PutFile.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'
import { useRunText } from './useRunText.ts'

type IntegrationCardProps = {
  readonly integration: IntegrationCardFragment
  readonly mayManage: boolean
  /** On a phone what is there is read, and tried again; nothing is set up, imported or put in. */
  readonly isPhone: boolean
  readonly onSetUp: () => void
  readonly onChanged: () => void
}

const SIGNS = { CONNECTED: '✓', DISABLED: '–', FAILED: '!', PROCESSING: '…', SETTING_UP: '○' } as const

/** Returns an integration: its state as a word and a sign, what waits, and what can be done now. */
export function IntegrationCard({ integration, isPhone, onSetUp, onChanged, ...given }: IntegrationCardProps) {
  const { t } = useTexts('integration')
  const elsewhere = useTexts('elsewhere')
  const format = useFormat()
  const mayRun = mayRunIntegrations(useViewer())
  const mayManage = given.mayManage && !isPhone
  const [isOpen, setOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const retry = useChange(RetryIntegrationDocument)
  const reconfigure = useChange(ReconfigureIntegrationDocument)
  const enable = useChange(EnableIntegrationDocument)
  const disable = useChange(DisableIntegrationDocument)
  const remove = useChange(DeleteIntegrationDocument)
  const { id, name, status, probe, error, waiting, needsPerson, endedOutside, cancelledHere, lastRun, lastSentOn, sends } = integration
  const runText = useRunText()
  const now = useCoarseNow(HOUR_MS)
  const isOfFiles = integration.service === 'CSV'
  const keyDays = daysOfEndingKey(integration.keyEndsOn ?? null, dateAt(format.timeZone, now))
  const [file] = integration.files
  const done = (problems: readonly ApiProblem[]) => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
  }
  return (
    <section className={classes['card']} aria-label={name}>
      <div className={classes['head']}>
        <h2>{name}</h2>
        <span className={classes['status']} data-status={status}>
          <span aria-hidden>{SIGNS[status]}</span> {t(`status.${status}`)}
          {!integration.isChecked && ` · ${t('unchecked')}`}
        </span>
      </div>
      <p className={classes['muted']}>
        {[
          probe && !isOfFiles ? `${probe.system} ${probe.version}` : t(`service.${integration.service}`),
          ...(isOfFiles ? [] : [integration.serviceUrl]),
          ...(integration.nextRunOn != null && status === 'CONNECTED'
            ? [t('nextRun', { time: format.time(Date.parse(integration.nextRunOn)) })]
            : []),
          ...(waiting > 0 ? [t('waiting', { count: waiting })] : []),
        ].join(' · ')}
      </p>
      {status === 'CONNECTED' && !integration.isScheduled && !isOfFiles && <p className={classes['attention']}>{t('waitsForPreview')}</p>}
      {lastRun != null && (
        <p className={classes['muted']}>
          {t('lastSync', { time: format.dateTime(Date.parse(lastRun.endedOn ?? lastRun.startedOn)), counts: runText(lastRun) })}
        </p>
      )}
      {!isOfFiles && status !== 'SETTING_UP' && (
        <p className={classes['muted']}>
          {[
            sends.length === 0 ? t('sends.none') : t('sends.some', { acts: sends.map((act) => elsewhere.t(`acts.${act}`)).join(', ') }),
            ...(lastSentOn == null ? [] : [t('sends.last', { time: format.dateTime(Date.parse(lastSentOn)) })]),
          ].join(' · ')}
        </p>
      )}
      {isOfFiles && (
        <p className={classes['muted']}>
          {file === undefined
            ? t('file.none')
            : t('file.last', {
                name: file.name,
                time: format.dateTime(Date.parse(file.putOn)),
                rows: t('file.rows', { count: file.rowCount }),
              })}
        </p>
      )}
      {keyDays !== null && integration.keyEndsOn != null && (
        <p className={classes['attention']}>
          {t(keyDays < 0 ? 'keyEnded' : 'keyEnds', { date: format.date(Date.parse(`${integration.keyEndsOn}T12:00:00Z`)) })}
        </p>
      )}
      {integration.keyError != null && (
        <p className={classes['attention']}>{t('keyNotRenewed', { reason: problemText(t, failureProblem(integration.keyError)) })}</p>
      )}
      {needsPerson > 0 && <p className={classes['attention']}>{t('needsPerson', { count: needsPerson })}</p>}
      {endedOutside.length > 0 && (
        <div className={classes['attention']}>
          {t('endedOutside')}
          <ul className={classes['ended']}>
            {endedOutside.map(({ jobOrderId, orderCode, isGone, jobOrder, ...ended }) => {
              const externalStatus = isGone ? elsewhere.t('gone') : ended.externalStatus
              return (
                <li key={jobOrderId}>
                  <Link to="/job-orders" search={{ id: [jobOrderId] }} className={classes['order']}>
                    {orderCode} ({externalStatus})
                  </Link>
                  {jobOrder !== null && <EndHere order={jobOrder} system={name} externalStatus={externalStatus} onChanged={onChanged} />}
                </li>
              )
            })}
          </ul>
        </div>
      )}
      {cancelledHere.length > 0 && (
        <div className={classes['attention']}>
          {t('cancelledHere')}
          <ul className={classes['ended']}>
            {cancelledHere.map(({ jobOrderId, orderCode, externalStatus }) => (
              <li key={jobOrderId}>
                <Link to="/job-orders" search={{ id: [jobOrderId] }} className={classes['order']}>
                  {orderCode} ({externalStatus})
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {status === 'FAILED' && (
        <div className={classes['failure']} role="group" aria-label={t('failed.title')}>
          <p>{t('failed.question')}</p>
          {error != null && <FailureDetails integration={integration} error={error} />}
          <div className={classes['acts']}>
            {mayRun && (
              <ActionButton isMain isBusy={retry.isBusy} onClick={() => void retry.run({ id }).then(({ problems }) => done(problems))}>
                {t('failed.retry')}
              </ActionButton>
            )}
            {mayManage && (
              <ActionButton
                isBusy={reconfigure.isBusy}
                onClick={() =>
                  void reconfigure.run({ id }).then(({ problems }) => {
                    done(problems)
                    if (problems.length === 0) onSetUp()
                  })
                }
              >
                {t('failed.change')}
              </ActionButton>
            )}
          </div>
        </div>
      )}
      <div className={classes['acts']}>
        <ActionButton isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('traffic.open')}
        </ActionButton>
        {isOfFiles && mayRun && !isPhone && status === 'CONNECTED' && <PutFile integrationId={id} onPut={onChanged} />}
        {mayManage && status !== 'FAILED' && (
          <ActionButton isMain={status === 'SETTING_UP'} onClick={onSetUp}>
            {t('setUp')}
          </ActionButton>
        )}
        {mayManage && status === 'DISABLED' && (
          <ActionButton isBusy={enable.isBusy} onClick={() => void enable.run({ id }).then(({ problems }) => done(problems))}>
            {t('enable')}
          </ActionButton>
        )}
        {mayManage && status !== 'DISABLED' && status !== 'PROCESSING' && (
          <ActionButton isBusy={disable.isBusy} onClick={() => void disable.run({ id }).then(({ problems }) => done(problems))}>
            {t('disable')}
          </ActionButton>
        )}
        {mayManage && status !== 'PROCESSING' && <ActionButton onClick={() => setLeaving(true)}>{t('delete.act')}</ActionButton>}
      </div>
      {isOpen && (
        <TrafficPanel
          name={name}
          integrationId={id}
          canRun={mayRun && !isPhone && status === 'CONNECTED'}
          isFirst={!integration.isScheduled}
          mayDecide={mayRun}
          onSetUp={mayManage ? onSetUp : null}
          onChanged={onChanged}
        />
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('delete.question', { name })}
        confirmLabel={t('delete.act')}
        cancelLabel={t('cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={remove.isBusy}
        onConfirm={() =>
          void remove.run({ id }).then(({ problems }) => {
            setLeaving(false)
            done(problems)
          })
        }
        onClose={() => setLeaving(false)}
      >
        <p>{t('delete.help')}</p>
      </ConfirmDialog>
    </section>
  )
}
