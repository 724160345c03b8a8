import { useState } from 'react'
import { mayManageOrders } from '#engine/jobOrder/mayPlanOrders.ts'
import { JOB_ORDERS_IMPORT_TYPES } from '#engine/workCenter/jobOrderFields.ts'
import { fetchRefusedRows } from '#web/api/importFile.ts'
import type { OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useSession } from '#web/base/session.ts'
import { useViewer } from '#web/api/viewer.ts'
import { downloadFile } from '#web/parts/csv/downloadCsv.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Counts } from './Counts.tsx'
import { ImportRows } from './ImportRows.tsx'
import { destroyedBy, endedCodes } from './orderImport.view.ts'
import classes from './ImportWizard.module.css'
import type { OrderImportState } from './useImport.ts'

type CheckStepProps = { readonly one: OrderImportState; readonly shown: OrderImportFieldsFragment; readonly onBack: () => void }

/** Returns the third step: what the import does, row by row, and what open orders give way. Nothing was changed yet. */
export function CheckStep({ one, shown, onBack }: CheckStepProps) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const session = useSession()
  const viewer = useViewer()
  const [typed, setTyped] = useState('')
  const [isSkipping, setSkipping] = useState(false)
  const [refusal, setRefusal] = useState<ApiProblem | null>(null)
  const destroyed = destroyedBy(shown)
  const { counts } = shown
  const codes = endedCodes(shown.ended)
  const refused = counts?.refused ?? 0
  const written = counts === null ? 0 : counts.create + counts.update + counts.recreate + destroyed
  const isReady = (destroyed === 0 || typed.trim() === String(destroyed)) && (refused === 0 || isSkipping) && shown.state === 'CHECKED'
  const type = shown.importType ?? 'SETTINGS'
  const download = async () => {
    const file = await fetchRefusedRows(shown.id, { accessToken: session.accessToken, tenantId: session.tenantId })
    setRefusal(file instanceof Blob ? null : file)
    if (file instanceof Blob) downloadFile(`${shown.fileName.replace(/\.[a-z]+$/i, '')}-refused.csv`, file)
  }
  if (one.isApplying)
    return (
      <div className={classes['body']} role="status">
        <p>{t('check.applying', { done: format.number(shown.done), total: format.number(written) })}</p>
        <progress className={classes['progress']} max={Math.max(1, written)} value={shown.done} aria-label={t('step.CHECK')} />
        <p className={classes['muted']}>{t('check.leave')}</p>
      </div>
    )
  return (
    <>
      <p className={classes['phone']}>{t('phone')}</p>
      {shown.state === 'FAILED' && (
        <p role="alert" className={classes['note']}>
          {t('check.failed')}
        </p>
      )}
      <div className={classes['wide']}>
        <div className={classes['fields']}>
          <SelectField
            name="importType"
            label={t('check.type')}
            value={type}
            options={(['SETTINGS', ...JOB_ORDERS_IMPORT_TYPES] as const).map((one) => ({ value: one, label: t(`type.${one}`) }))}
            onChange={(value) => void one.check({ importType: JOB_ORDERS_IMPORT_TYPES.find((known) => known === value) ?? null })}
          />
          <CheckField
            name="createItems"
            label={t('check.createItems')}
            isChecked={shown.createItems}
            onChange={(createItems) => void one.check({ importType: shown.importType, createItems })}
          />
          {mayManageOrders(viewer) && (
            <CheckField
              name="scope"
              label={t('check.scope')}
              isChecked={shown.scope === 'COMPANY'}
              onChange={(isAll) => void one.check({ importType: shown.importType, scope: isAll ? 'COMPANY' : 'FILE' })}
            />
          )}
        </div>
      </div>
      {counts !== null && <Counts counts={counts} before={one.outdated} />}
      <ul className={classes['places']}>
        {shown.places.map(({ workCenter, importType, cancelled, closed, rows }) => (
          <li key={workCenter?.id ?? 0}>
            <b>{workCenter?.name ?? ''}</b>: {t(`consequence.${importType}`, { cancelled, closed, rows })}
          </li>
        ))}
      </ul>
      {codes.cancelled !== '' && <p className={classes['muted']}>{t('ended.CANCELLED', { codes: codes.cancelled })}</p>}
      {codes.closed !== '' && <p className={classes['muted']}>{t('ended.CLOSED', { codes: codes.closed })}</p>}
      <ImportRows one={one} shown={shown} />
      <div className={classes['wide']}>
        {refused > 0 && (
          <div className={classes['row']}>
            <CheckField name="skipRefused" label={t('check.skip')} isChecked={isSkipping} onChange={setSkipping} />
            <ActionButton onClick={() => void download()}>{t('check.refusedCsv')}</ActionButton>
            {refusal !== null && <Alert className={classes['problems']}>{problemText(t, refusal)}</Alert>}
          </div>
        )}
        {destroyed > 0 && <TextField name="typed" label={t('check.typeNumber', { total: destroyed })} value={typed} onChange={setTyped} />}
        <div className={classes['actions']}>
          <ActionButton onClick={onBack}>{t('check.back')}</ActionButton>
          {shown.state === 'FAILED' ? (
            <ActionButton isMain isBusy={one.isBusy} onClick={() => void one.check({ importType: shown.importType })}>
              {t('columns.check')}
            </ActionButton>
          ) : (
            <ActionButton
              isMain
              isDanger={destroyed > 0}
              isBusy={one.isBusy}
              isDisabled={!isReady}
              {...(!isReady && { why: t(refused > 0 && !isSkipping ? 'check.whyRefused' : 'check.whyTyped') })}
              onClick={() => void one.apply({ skipRefused: isSkipping })}
            >
              {t('check.apply')}
            </ActionButton>
          )}
        </div>
      </div>
    </>
  )
}
