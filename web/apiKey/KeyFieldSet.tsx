import { KEY_DESCRIPTION_MAX_LENGTH, KEY_NAME_MAX_LENGTH } from '#engine/apiKey/apiKeyForm.ts'
import { problemText } from '#web/texts/problemText.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldProblem, Form } from '#web/ui/form/useForm.ts'
import { type KeyFields, LIFETIMES } from './apiKeys.view.ts'

/** Returns the fields of a new key. */
export function KeyFieldSet({ form }: { readonly form: Form<KeyFields> }) {
  const { t } = useTexts('apiKey')
  const sentenceOf = (problem: FieldProblem) => problemText(t, problem)
  const lifetime = fieldOf(form, 'lifetime', sentenceOf)
  return (
    <>
      <TextField label={t('field.name')} help={t('help.name')} maxLength={KEY_NAME_MAX_LENGTH} {...fieldOf(form, 'name', sentenceOf)} />
      <TextField
        label={t('field.description')}
        optional={t('optional')}
        isLong
        maxLength={KEY_DESCRIPTION_MAX_LENGTH}
        {...fieldOf(form, 'description', sentenceOf)}
      />
      <SelectField
        {...lifetime}
        label={t('field.lifetime')}
        help={form.values.lifetime === 'never' ? t('help.never') : undefined}
        options={LIFETIMES.map((value) => ({
          value,
          label: value === 'date' || value === 'never' ? t(`lifetime.${value}`) : t('lifetime.days', { count: Number(value) }),
        }))}
        onChange={(value) => form.set('lifetime', LIFETIMES.find((one) => one === value) ?? 'never')}
      />
      {form.values.lifetime === 'date' && <DateField label={t('field.date')} {...fieldOf(form, 'date', sentenceOf)} />}
    </>
  )
}
