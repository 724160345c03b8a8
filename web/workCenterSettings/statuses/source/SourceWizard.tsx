import { useState } from 'react'
import { useClient } from 'urql'
import { STATUS_SOURCES, type StatusSource } from '#engine/status/statusRule.ts'
import { ChangeBoxSourceDocument, StoredMinutesDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow, useCoarseNow } from '#web/ui/clock.ts'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { SettingsWorkCenter } from '../../frame/settingsTabProps.ts'
import type { SavedRule } from '../ruleDraft.view.ts'
import { type ValidFrom, ValidFromFields } from '../ValidFromFields.tsx'
import { minutesVariables } from '../useStoredMinutes.ts'
import { instantOf } from '../wallTime.ts'
import { SourceChoice } from './SourceChoice.tsx'
import { SourcePreview } from './SourcePreview.tsx'
import { SourceRefusal } from './SourceRefusal.tsx'
import type { SourceChanged } from './SourceResult.tsx'
import classes from './source.module.css'

type SourceWizardProps = {
  readonly isOpen: boolean
  readonly workCenter: SettingsWorkCenter
  readonly rules: readonly SavedRule[]
  readonly unsavedCount: number
  readonly onClose: () => void
  readonly onChanged: (changed: SourceChanged) => void
  readonly onStale: () => void
}

const STEPS = ['choose', 'compare', 'apply'] as const
type Step = (typeof STEPS)[number]

/** Returns the wizard to another status source in three steps: the converted rules, the effect, and the start (spec 001 §4, Status rules). */
export function SourceWizard(props: SourceWizardProps) {
  const { t } = useTexts('statuses')
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t('wizard.title')} closeLabel={t('state.close')} isWide>
      {props.isOpen && <Steps {...props} />}
    </Dialog>
  )
}

function Steps({ workCenter, rules, unsavedCount, onClose, onChanged, onStale }: SourceWizardProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const client = useClient()
  const [step, setStep] = useState<Step>('choose')
  const [source, setSource] = useState<StatusSource>(() => STATUS_SOURCES.find((one) => one !== workCenter.statusSource) ?? 'POWER')
  const [wantsConversion, setConversion] = useState(true)
  const [validFrom, setValidFrom] = useState<ValidFrom>({ kind: 'now', text: '' })
  const change = useChange(ChangeBoxSourceDocument)
  const [isReading, setReading] = useState(false)
  const isSaving = isReading || change.isBusy
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [isPreviewRefused, setPreviewRefused] = useState(false)
  const isConvertible = source !== 'SPEED' && workCenter.statusSource !== 'SPEED'
  const isConverted = wantsConversion && isConvertible
  const minute = useCoarseNow(60_000)
  const fromAt = validFrom.kind === 'past' ? instantOf(validFrom.text, format) : null
  const fromError = validFrom.kind === 'past' && (fromAt === null || fromAt > minute + 60_000) ? t('from.wrong') : null

  const apply = async () => {
    if (fromError !== null) return
    setReading(true)
    setRefused(null)
    const past = fromAt === null ? null : await storedPast(fromAt)
    setReading(false)
    const { data, problems } = await change.run({
      boxId: workCenter.id,
      source,
      convertRules: isConverted,
      recalculateFrom: fromAt === null ? null : new Date(fromAt).toISOString(),
      version: workCenter.version,
    })
    const [problem] = problems
    if (data === null && problem !== undefined) {
      if (problem.code === 'CONFLICT' || problem.code === 'STATUS_SOURCE_UNCHANGED') onStale()
      return setRefused(problem)
    }
    onClose()
    return onChanged({ from: workCenter.statusSource, to: source, past })
  }
  /** Stored statuses of the time to recalculate; null where it is too long to show. */
  const storedPast = async (from: number) => {
    const window = { from, to: serverNow() }
    const { data } = await client
      .query(StoredMinutesDocument, minutesVariables(workCenter.id, window), { requestPolicy: 'network-only' })
      .toPromise()
    return data ? { window, before: data.statusesStat } : null
  }
  return (
    <div className={classes['wizard']}>
      <ol className={classes['steps']}>
        {STEPS.map((one, at) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            {at + 1}. {t(`wizard.step.${one}`)}
          </li>
        ))}
      </ol>
      {step === 'choose' && (
        <SourceChoice
          workCenter={workCenter}
          source={source}
          isConvertible={isConvertible}
          isConverted={isConverted}
          unsavedCount={unsavedCount}
          onSource={setSource}
          onConverted={setConversion}
        />
      )}
      {step === 'compare' && (
        <SourcePreview workCenter={workCenter} rules={rules} source={source} isConverted={isConverted} onRefused={setPreviewRefused} />
      )}
      {step === 'apply' && (
        <>
          <p>
            {t('wizard.summary', {
              from: t(`signal.title.${workCenter.statusSource}`),
              to: t(`signal.title.${source}`),
            })}{' '}
            {isConverted ? t('wizard.converted') : t('wizard.archived')}
          </p>
          <ValidFromFields workCenterId={workCenter.id} value={validFrom} error={fromError} onChange={setValidFrom} />
          {isSaving && <p role="status">{t('saved.saving')}</p>}
          {refused !== null && <SourceRefusal problem={refused} deviceId={workCenter.deviceId ?? ''} />}
        </>
      )}
      <DialogActions>
        {step === 'choose' ? (
          <ActionButton onClick={onClose}>{t('wizard.cancel')}</ActionButton>
        ) : (
          <ActionButton isDisabled={isSaving} onClick={() => setStep(step === 'apply' ? 'compare' : 'choose')}>
            {t('wizard.back')}
          </ActionButton>
        )}
        {step === 'apply' ? (
          <ActionButton isMain isBusy={isSaving} onClick={() => void apply()}>
            {t('wizard.apply', { source: t(`signal.title.${source}`) })}
          </ActionButton>
        ) : (
          <ActionButton
            isMain
            isDisabled={step === 'compare' && isPreviewRefused}
            onClick={() => setStep(step === 'choose' ? 'compare' : 'apply')}
          >
            {t('wizard.next')}
          </ActionButton>
        )}
      </DialogActions>
    </div>
  )
}
