import { useEffect, useRef, useState } from 'react'
import { PreviewIntegrationRunDocument, RunIntegrationDocument, type IntegrationRunFactsFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import classes from './Integrations.module.css'
import { RefusedLines } from './RefusedLines.tsx'
import { useRunText } from './useRunText.ts'

type PreviewStepProps = {
  readonly integrationId: string
  /** Called when the first import was made; imports come by themselves from then on. */
  readonly onConfirmed: () => void
  readonly onLater: () => void
}

/** Returns what the first import would do, with the button that does it: nothing comes by itself before. */
export function PreviewStep({ integrationId, onConfirmed, onLater }: PreviewStepProps) {
  const { t } = useTexts('integration')
  const countsOf = useRunText()
  const preview = useChange(PreviewIntegrationRunDocument)
  const run = useChange(RunIntegrationDocument)
  const [said, setSaid] = useState<IntegrationRunFactsFragment | null>(null)
  const isAsked = useRef(false)
  const read = async () => {
    setSaid(null)
    const { data } = await preview.run({ integrationId })
    setSaid(data?.previewIntegrationRun ?? null)
  }
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void read()
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when the step is reached
  }, [])
  const confirm = async () => {
    const { data, problems } = await run.run({ integrationId, checkToken: said?.checkToken ?? null })
    if (problems.length > 0) return
    if (data?.runIntegration.error == null) onConfirmed()
    else setSaid(data.runIntegration)
  }
  const canConfirm = said !== null && said.error == null
  return (
    <div className={classes['form']}>
      <p className={classes['muted']}>{t('first.help')}</p>
      <div role="status" className={classes['said']}>
        {said === null && preview.isBusy && t('first.reading')}
        {said !== null && (
          <>
            <b>{t('run.would')}</b> {countsOf(said)}
            <RefusedLines refused={said.refused} />
          </>
        )}
      </div>
      {[...preview.problems, ...run.problems].map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onLater}>{t('first.later')}</ActionButton>
        <ActionButton isBusy={preview.isBusy} onClick={() => void read()}>
          {t('first.again')}
        </ActionButton>
        <ActionButton isMain isBusy={run.isBusy} isDisabled={!canConfirm} onClick={() => void confirm()}>
          {t('run.apply')}
        </ActionButton>
      </DialogActions>
    </div>
  )
}
