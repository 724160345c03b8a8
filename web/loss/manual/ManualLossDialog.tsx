import { useMemo } from 'react'
import { useQuery } from 'urql'
import { ManualLossEffectsDocument, ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { wallText } from '#web/parts/period/zoneDay.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { type FieldProblem, useForm } from '#web/ui/form/useForm.ts'
import type { LossRow } from '../lossRow.ts'
import classes from './ManualLoss.module.css'
import { fieldsOf, missingIn, spanOfFields } from './manualLoss.view.ts'
import { ManualLossEffects } from './ManualLossEffects.tsx'
import { SilenceOffer } from './SilenceOffer.tsx'
import type { ManualLosses } from './useManualLoss.ts'

type Place = { readonly id: number; readonly name: string; readonly timeZone: string }

/** What the dialog of an entered loss needs. */
export type ManualLossDialogProps = {
  readonly manual: ManualLosses
  readonly places: readonly Place[]
  /** Chosen at first; null = none. */
  readonly workCenterId: number | null
}

/** Returns the dialog in which a person enters a loss, or changes one; it says before what the loss would lie over. */
export function ManualLossDialog({ manual, ...rest }: ManualLossDialogProps) {
  const { t } = useTexts('loss')
  const { asked, close } = manual
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={close}
      title={t(asked?.row == null ? 'manual.add' : 'manual.edit')}
      closeLabel={t('state.close')}
    >
      {asked !== null && <ManualForm {...rest} manual={manual} row={asked.row} />}
    </Dialog>
  )
}

function ManualForm({ manual, places, workCenterId, row }: ManualLossDialogProps & { readonly row: LossRow | null }) {
  const { t } = useTexts('loss')
  const zoneOf = (id: string) => places.find((place) => String(place.id) === id)?.timeZone ?? 'UTC'
  const form = useForm({
    initial: fieldsOf(row, workCenterId),
    check: missingIn,
    save: async (fields): Promise<readonly FieldProblem[]> => {
      const span = spanOfFields(fields, zoneOf(fields.workCenterId), row)
      const place = places.find((one) => String(one.id) === fields.workCenterId)?.name ?? ''
      const reason = reasons.find((one) => String(one.id) === fields.reasonId)?.name ?? ''
      return span === null ? [] : manual.save(fields, span, { place, reason })
    },
  })
  const { values } = form
  const zone = zoneOf(values.workCenterId)
  const id = Number(values.workCenterId)
  const [offered] = useQuery({
    query: ReasonsToChooseDocument,
    variables: { workCenterId: id, source: 'STATUS' },
    pause: values.workCenterId === '',
  })
  const reasons = (values.workCenterId === '' ? [] : (offered.data?.lossCategories ?? [])).map(({ reason }) => reason)
  const span = useMemo(() => spanOfFields(values, zone, row), [values, zone, row])
  const [effects] = useQuery({
    query: ManualLossEffectsDocument,
    variables: {
      workCenterId: id,
      timeStart: new Date(span?.start ?? 0).toISOString(),
      timeEnd: new Date(span?.end ?? 0).toISOString(),
      replacesId: row?.stop.id ?? null,
      reasonId: Number(values.reasonId),
      hasReason: values.reasonId !== '',
    },
    pause: span === null || values.workCenterId === '',
    requestPolicy: 'network-only',
  })
  const isKnown = span !== null && values.workCenterId !== '' && !effects.fetching
  // What the server would refuse stands beside its field before anything is sent.
  const [foreseen] = isKnown && !isTransient(problemsOf(effects.error)) ? problemsOf(effects.error) : []
  const sentenceOf = (problem: FieldProblem) => problemText(t, problem)
  const withForeseen = (field: { readonly name: string; readonly error: string | null | undefined }) =>
    field.error ?? (foreseen?.field === field.name ? problemText(t, foreseen) : null)
  const start = fieldOf(form, 'timeStart', sentenceOf)
  const end = fieldOf(form, 'timeEnd', sentenceOf)
  const others = [...form.others, ...(foreseen !== undefined && foreseen.field === undefined ? [foreseen] : [])]
  const place = fieldOf(form, 'workCenterId', sentenceOf)
  return (
    <form noValidate onSubmit={form.submit} className={classes['form']}>
      <SelectField
        {...place}
        label={t('column.workCenter')}
        placeholder={t('manual.choose')}
        isDisabled={row !== null}
        options={places.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={(value) => {
          place.onChange(value)
          form.set('reasonId', '')
        }}
      />
      {row === null && values.workCenterId !== '' && (
        <SilenceOffer
          workCenterId={id}
          zone={zone}
          onChoose={(silence) => {
            form.set('timeStart', wallText(silence.start, zone))
            form.set('timeEnd', wallText(silence.end, zone))
          }}
        />
      )}
      <div className={classes['period']}>
        <DateField {...start} label={t('filter.from')} hasTime error={withForeseen(start)} />
        <DateField {...end} label={t('filter.to')} hasTime error={withForeseen(end)} />
      </div>
      <SelectField
        {...fieldOf(form, 'reasonId', sentenceOf)}
        label={t('column.reason')}
        placeholder={t('manual.choose')}
        isDisabled={values.workCenterId === ''}
        options={reasons.map((reason) => ({ value: String(reason.id), label: reason.name }))}
      />
      <TextField
        {...fieldOf(form, 'comment', sentenceOf)}
        label={t('column.note')}
        {...(reasons.find((reason) => String(reason.id) === values.reasonId)?.requireExtraNotes !== true && {
          optional: t('manual.optional'),
        })}
        maxLength={2000}
      />
      {isKnown && effects.data && foreseen === undefined && <ManualLossEffects effects={effects.data.manualLossPreview} zone={zone} />}
      {others.map((problem) => (
        <Alert key={problem.code}>{problemText(t, problem)}</Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={manual.close}>{t('merge.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t(row === null ? 'manual.save' : 'manual.saveChange')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
