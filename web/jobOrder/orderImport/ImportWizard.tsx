import { useState } from 'react'
import { useQuery } from 'urql'
import { JobOrderPlacesDocument } from '#web/api/generated/graphql.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { FileStep } from './FileStep.tsx'
import { IMPORT_STEPS, reachableSteps, stepOf } from './orderImport.view.ts'
import type { ImportStep } from './orderImport.view.ts'
import classes from './ImportWizard.module.css'
import { useImport } from './useImport.ts'

type ImportWizardProps = {
  /** null = no file was chosen yet. */
  readonly importId: number | null
  readonly onOpen: (id: number | 'new') => void
  readonly onClose: () => void
}

/** Returns the import of job orders in four steps: file, columns, check, done. It is in the address, so it can be left and taken up again. */
export default function ImportWizard(props: ImportWizardProps) {
  const { importId, onClose } = props
  const { t } = useTexts('orderImport')
  usePageTitle(t('title'))
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <PageHeading>{t('title')}</PageHeading>
        <ActionButton onClick={onClose}>{t('back')}</ActionButton>
      </div>
      {importId === null ? <NewImport {...props} /> : <OpenedImport key={importId} {...props} importId={importId} />}
    </div>
  )
}

function NewImport({ onOpen }: ImportWizardProps) {
  return (
    <>
      <Steps step="FILE" reachable={['FILE']} onStep={() => undefined} />
      <FileStep onOpen={onOpen} />
    </>
  )
}

function OpenedImport({ importId, onOpen, onClose }: ImportWizardProps & { readonly importId: number }) {
  const { t } = useTexts('orderImport')
  const one = useImport(importId)
  const [known] = useQuery({ query: JobOrderPlacesDocument })
  const { shown, problems } = one
  const [wanted, setWanted] = useState<ImportStep | null>(null)
  if (one.isFailed) return <PanelError title={t('code.IMPORT_NOT_FOUND')} retryLabel={t('state.retry')} onRetry={one.again} />
  if (shown === null) return <p className={classes['muted']}>{t('loading')}</p>
  const reachable = reachableSteps(shown)
  const step = wanted !== null && reachable.includes(wanted) ? wanted : stepOf(shown)
  return (
    <>
      <Steps step={step} reachable={reachable} onStep={setWanted} />
      {step !== 'FILE' && (
        <p className={classes['muted']}>
          {[
            shown.fileName,
            t('facts.rows', { rows: shown.rowCount }),
            ...(shown.encoding === null ? [] : [shown.encoding]),
            ...(shown.sheet === null ? [] : [t('facts.sheet', { sheet: shown.sheet })]),
          ].join(' · ')}
        </p>
      )}
      {problems.length > 0 && (
        <div role="alert" className={classes['problems']}>
          {problems.map((problem, at) => (
            <p key={at}>
              <Explained>
                {problem.code === 'IMPORT_COLUMN_REQUIRED'
                  ? t('columns.required', { field: t(`field.${fieldNamed(problem.params?.['field'])}`) })
                  : problemText(t, problem)}
              </Explained>
            </p>
          ))}
        </div>
      )}
      {step === 'FILE' && <FileStep onOpen={onOpen} />}
      {step === 'COLUMNS' && (
        <ColumnsStep one={one} shown={shown} places={known.data?.workCenters ?? []} onChecked={() => setWanted('CHECK')} />
      )}
      {step === 'CHECK' && <CheckStep one={one} shown={shown} onBack={() => setWanted('COLUMNS')} />}
      {step === 'DONE' && <DoneStep one={one} shown={shown} onOpen={onOpen} onClose={onClose} />}
    </>
  )
}

/** A required field without a column. */
function fieldNamed(field: unknown): 'code' | 'plannedQuantity' | 'productCode' | 'workCenterCode' {
  return field === 'code' || field === 'plannedQuantity' || field === 'productCode' ? field : 'workCenterCode'
}

type StepsProps = { readonly step: ImportStep; readonly reachable: readonly ImportStep[]; readonly onStep: (step: ImportStep) => void }

function Steps({ step, reachable, onStep }: StepsProps) {
  const { t } = useTexts('orderImport')
  return (
    <nav aria-label={t('steps')}>
      <ol className={classes['steps']}>
        {IMPORT_STEPS.map((one, at) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            <button type="button" disabled={!reachable.includes(one)} onClick={() => onStep(one)}>
              <span aria-hidden>{at + 1}</span> {t(`step.${one}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
