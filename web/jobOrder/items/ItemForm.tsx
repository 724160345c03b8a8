import { problemsOfItem } from '#engine/item/itemForm.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { unitNameIn } from '#engine/output/measurementUnitName.ts'
import { type OpenedItemQuery, SaveWholeItemDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { KEYED } from '../keyed.ts'
import classes from './Items.module.css'

type ItemFormProps = { readonly item: OpenedItemQuery['item'] | null; readonly onSaved: (id: number) => void }

const UNITS = MEASUREMENT_UNITS.filter(({ group }) => group === 'QUANTITY')

/** Returns the form with what is said of a product. */
export function ItemForm({ item, onSaved }: ItemFormProps) {
  const { t } = useTexts('items')
  const { locale } = useFormat()
  const { run } = useChange(SaveWholeItemDocument, KEYED)
  const initial = {
    name: item?.name ?? '',
    sku: item?.sku ?? '',
    measureUnitId: String(item?.measureUnitId ?? UNITS[0]?.id ?? ''),
    externalCode: item?.externalCode ?? '',
    family: item?.family ?? '',
    isBatchTracked: item?.isBatchTracked ?? false,
    containerQuantity: numberText(item?.containerQuantity ?? null, locale),
  }
  const inputOf = (values: typeof initial) => ({
    name: values.name,
    sku: values.sku,
    measureUnitId: Number(values.measureUnitId),
    externalCode: values.externalCode.trim() || null,
    family: values.family.trim() || null,
    isBatchTracked: values.isBatchTracked,
    containerQuantity: readNumber(values.containerQuantity, locale),
  })
  const form = useForm({
    initial,
    check: (values) => problemsOfItem(inputOf(values)),
    save: async (values) => {
      const { data, problems } = await run({
        input: { ...inputOf(values), ...(item !== null && { id: item.id, version: item.version }) },
      })
      if (data === null) return problems
      showToast(t('saved', { name: values.name.trim() }))
      onSaved(data.createOrUpdateItem.id)
      return []
    },
  })
  const field = <Name extends keyof typeof initial>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  return (
    <form noValidate className={classes['editor']} onSubmit={form.submit}>
      <TextField {...field('name')} label={t('column.name')} maxLength={200} />
      <Beside>
        <TextField {...field('sku')} label={t('column.sku')} maxLength={64} />
        <SelectField
          {...field('measureUnitId')}
          label={t('form.unit')}
          options={UNITS.map((unit) => ({ value: String(unit.id), label: unitNameIn(locale, unit).name }))}
        />
      </Beside>
      <Beside>
        <TextField {...field('family')} label={t('column.family')} optional={t('form.optional')} maxLength={200} />
        <TextField {...field('externalCode')} label={t('form.externalCode')} optional={t('form.optional')} maxLength={200} />
      </Beside>
      <NumberField {...field('containerQuantity')} label={t('column.container')} optional={t('form.optional')} />
      <CheckField
        name="isBatchTracked"
        label={t('form.tracked')}
        isChecked={form.values.isBatchTracked}
        onChange={(isBatchTracked) => form.set('isBatchTracked', isBatchTracked)}
      />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <div className={classes['end']}>
        <ActionButton isMain isSubmit isBusy={form.isSaving} isDisabled={item !== null && !form.isDirty}>
          {t(item === null ? 'form.create' : 'form.save')}
        </ActionButton>
      </div>
    </form>
  )
}
