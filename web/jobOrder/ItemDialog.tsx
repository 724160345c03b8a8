import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { problemsOfItem } from '#engine/item/itemForm.ts'
import { SaveItemDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import classes from './JobOrdersPage.module.css'
import { KEYED } from './keyed.ts'
import type { Product } from '#web/parts/order/useProducts.ts'

type ItemDialogProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onSaved: (product: Product) => void }

const UNITS = MEASUREMENT_UNITS.filter(({ group }) => group === 'QUANTITY')
const NEW = { name: '', sku: '', measureUnitId: String(UNITS[0]?.id ?? '') }
const REST = { externalCode: null, family: null, isBatchTracked: false, containerQuantity: null }

/** Returns the dialog in which a new product is entered while an order is planned. */
export function ItemDialog({ isOpen, onClose, onSaved }: ItemDialogProps) {
  const { t } = useTexts('jobOrder')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('item.add')} closeLabel={t('state.close')}>
      {isOpen && <ItemForm onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  )
}

function ItemForm({ onClose, onSaved }: Omit<ItemDialogProps, 'isOpen'>) {
  const { t } = useTexts('jobOrder')
  const unitName = useUnitName()
  const { run } = useChange(SaveItemDocument, KEYED)
  const inputOf = ({ name, sku, measureUnitId }: typeof NEW) => ({ name, sku, measureUnitId: Number(measureUnitId) })
  const form = useForm({
    initial: NEW,
    check: (values) => problemsOfItem({ ...inputOf(values), ...REST }),
    save: async (values) => {
      const { data, problems } = await run({ input: inputOf(values) })
      if (data === null) return problems
      onSaved(data.createOrUpdateItem)
      return []
    },
  })
  const field = (name: keyof typeof NEW) => fieldOf(form, name, (problem) => problemText(t, problem))
  return (
    <form noValidate className={classes['form']} onSubmit={form.submit}>
      <TextField {...field('name')} label={t('item.name')} maxLength={200} />
      <TextField {...field('sku')} label={t('item.sku')} maxLength={64} />
      <SelectField
        {...field('measureUnitId')}
        label={t('item.unit')}
        options={UNITS.map((unit) => ({ value: String(unit.id), label: unitName(unit) }))}
      />
      {form.others.map((problem) => (
        <Alert key={problem.code} className={classes['problems']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('item.save')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
