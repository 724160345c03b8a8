import { mayCountStock } from '#engine/material/stockRights.ts'
import { useState } from 'react'
import { useQuery } from 'urql'
import {
  CancelPostingDocument,
  CorrectPostingDocument,
  MaterialsOfPostingDocument,
  type OpenedPostingQuery,
  ReasonsOfPostingDocument,
} from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import {
  changedDetails,
  correctionValues,
  type CorrectionValues,
  detailsOf,
  numberProblems,
  reasonField,
  scrapField,
  unusedMaterials,
  usedField,
} from './correction.view.ts'
import { readUnits, unitProblems } from './posting.view.ts'
import classes from './Posting.module.css'

type PostingFormProps = {
  readonly act: 'CANCEL' | 'CORRECT'
  /** Those of the posting, and the first of them. */
  readonly rows: readonly OpenedPostingQuery['outputConfirmations'][number][]
  readonly first: OpenedPostingQuery['outputConfirmations'][number]
  readonly unit: string
  /** Told the posting that stands for it; null where none does. */
  readonly onDone: (postingId: number | null) => void
}

/**
 * Returns the form that takes a posting back, or puts another in its place: it begins with all that the posting said, and what a person leaves as it was
 * follows the units (domain.md O-12).
 */
export function PostingForm({ act, rows, first, unit, onDone }: PostingFormProps) {
  const { t } = useTexts('output')
  const { locale } = useFormat()
  const unitName = useUnitName()
  const mayManage = mayCountStock(useViewer())
  const cancelling = useChange(CancelPostingDocument, KEYED)
  const correcting = useChange(CorrectPostingDocument, KEYED)
  const [isUncovered, setUncovered] = useState(false)
  const { id, workCenterId, jobOrder } = first
  const [{ data }] = useQuery({
    query: ReasonsOfPostingDocument,
    variables: { workCenterId, jobOrderId: jobOrder?.id ?? null },
    pause: act === 'CANCEL',
  })
  const [materials] = useQuery({
    query: MaterialsOfPostingDocument,
    variables: { workCenterId, jobOrderId: jobOrder?.id ?? 0 },
    pause: act === 'CANCEL' || jobOrder === null,
  })
  const details = detailsOf(rows)
  const unused = unusedMaterials(materials.data, details)
  // Those of the posting stay, though they are no longer offered.
  const reasons = [...new Map([...details.reasons, ...(data?.outputToConfirm.qualityReasons ?? [])].map((one) => [one.id, one.name]))]
  const [before] = useState(() => correctionValues(rows, locale))
  const unitsIn = ({ acceptedOutput = '', rejectedOutput = '', comment = '' }: CorrectionValues) => ({
    acceptedOutput,
    rejectedOutput,
    comment,
  })
  const form = useForm<CorrectionValues>({
    initial: before,
    check: (values) => [...unitProblems(unitsIn(values), locale), ...(act === 'CORRECT' ? numberProblems(before, values, locale) : [])],
    save: async (values) => {
      const comment = values['comment']?.trim() ?? ''
      if (act === 'CANCEL') {
        const { problems } = await cancelling.run({ id, comment })
        if (problems.length === 0) {
          showToast(t('postingDone.CANCEL'))
          onDone(null)
        }
        return problems
      }
      const { accepted, rejected } = readUnits(unitsIn(values), locale)
      const changed = changedDetails(before, values, { details, locale, reasonIds: reasons.map(([reasonId]) => reasonId), unused })
      const { data: answer, problems } = await correcting.run({
        id,
        comment,
        acceptedOutput: accepted,
        rejectedOutput: rejected,
        ...changed,
        allowUncovered: isUncovered,
      })
      if (problems.length === 0) {
        showToast(t('postingDone.CORRECT'))
        onDone(answer?.correctOutputConfirmation[0]?.postingId ?? null)
      }
      return problems
    },
  })
  const sentence = (problem: Parameters<typeof problemText>[1]) => problemText(t, problem)
  const bound = (name: string) => ({ ...fieldOf(form, name, sentence), value: form.values[name] ?? '' })
  const rejected = readUnits(unitsIn(form.values), locale).rejected
  const isShort = isUncovered || form.others.some(({ code }) => code === 'BATCH_BALANCE_TOO_SMALL')
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit} aria-label={t(`postingAct.${act}`)}>
      <p className={classes['muted']}>{t(`postingHelp.${act}`)}</p>
      {act === 'CORRECT' && (
        <>
          <NumberField {...bound('acceptedOutput')} label={`${t('column.accepted')}${unit === '' ? '' : `, ${unit}`}`} />
          <NumberField {...bound('rejectedOutput')} label={`${t('column.rejected')}${unit === '' ? '' : `, ${unit}`}`} />
          {rejected > 0 && reasons.length > 0 && (
            <details className={classes['more']} open={details.reasons.length > 0}>
              <summary>{t('column.reasons')}</summary>
              {reasons.map(([reasonId, name]) => (
                <NumberField key={reasonId} {...bound(reasonField(reasonId))} label={name} />
              ))}
            </details>
          )}
          <TextField {...bound('batchCode')} label={t('column.batch')} optional={t('posting.optional')} maxLength={64} />
          <TextField {...bound('containerCodes')} label={t('posting.containers')} optional={t('posting.optional')} maxLength={500} />
          {details.consumptions.length + details.scraps.length + unused.length > 0 && (
            <details className={classes['more']}>
              <summary>{t('posting.consumed')}</summary>
              {details.consumptions.map((one) => (
                <NumberField
                  key={usedField(one)}
                  {...bound(usedField(one))}
                  label={`${one.name} · ${one.batch ?? t('posting.uncovered')}`}
                />
              ))}
              {unused.map((one) => (
                <NumberField
                  key={usedField(one)}
                  {...bound(usedField(one))}
                  label={`${one.name}, ${unitName(one.unit)} · ${t('posting.notUsed')}`}
                />
              ))}
              {details.scraps.map(({ itemId, name }) => (
                <NumberField key={itemId} {...bound(scrapField(itemId))} label={t('posting.scrap', { name })} />
              ))}
            </details>
          )}
        </>
      )}
      <TextField {...bound('comment')} label={t('reason')} maxLength={2000} isLong />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {sentence(problem)}
        </Alert>
      ))}
      <ConfirmedShiftLink problems={form.others} />
      {act === 'CORRECT' && isShort && mayManage && (
        <CheckField name="allowUncovered" label={t('posting.allowUncovered')} isChecked={isUncovered} onChange={setUncovered} />
      )}
      <div className={classes['acts']}>
        <ActionButton isMain={act === 'CORRECT'} isDanger={act === 'CANCEL'} isSubmit isBusy={form.isSaving}>
          {t(`postingSave.${act}`)}
        </ActionButton>
      </div>
    </form>
  )
}
