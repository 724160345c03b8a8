import { useState } from 'react'
import { useQuery } from 'urql'
import { CreateOrderHereDocument, OperatorsMayCreateDocument } from '#web/api/generated/graphql.ts'
import { newRequestKey } from '#web/api/requestKey.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { readNumber } from '#web/ui/form/readNumber.ts'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './OrderPanel.module.css'
import { useProducts } from './useProducts.ts'

export type CreateHereProps = { readonly workCenterId: number; readonly isLarge: boolean; readonly onCreated: () => void }

/** Returns the way for an operator to plan an order at a machine that has none; nothing where the company leaves that to planners. */
export function CreateHere({ workCenterId, isLarge, onCreated }: CreateHereProps) {
  const { t } = useTexts('order')
  const { company } = useViewer()
  const [{ data }] = useQuery({ query: OperatorsMayCreateDocument })
  const [isOpen, setOpen] = useState(false)
  if (data?.companies.find(({ id }) => id === company?.id)?.operatorsMayCreateOrders !== true)
    return <p className={classes['muted']}>{t('noneHelp')}</p>
  return (
    <>
      <div className={classes['acts']}>
        <button type="button" data-main onClick={() => setOpen(true)}>
          {t('create.open')}
        </button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} isLarge={isLarge} title={t('create.open')} closeLabel={t('state.close')}>
        {isOpen && (
          <CreateForm
            workCenterId={workCenterId}
            onClose={() => setOpen(false)}
            onCreated={() => {
              setOpen(false)
              onCreated()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const EMPTY = { productId: '', planOutput: '' }

function CreateForm({ workCenterId, onClose, onCreated }: Omit<CreateHereProps, 'isLarge'> & { readonly onClose: () => void }) {
  const { t } = useTexts('order')
  const { locale } = useFormat()
  const { list, problems } = useProducts()
  const { run } = useChange(CreateOrderHereDocument)
  const [requestKey] = useState(newRequestKey)
  const form = useForm({
    initial: EMPTY,
    check: ({ productId, planOutput }) => [
      ...(productId === '' ? [{ code: 'REQUIRED', field: 'productId' }] : []),
      ...(planOutput.trim() === '' ? [{ code: 'REQUIRED', field: 'planOutput' }] : []),
      ...(planOutput.trim() !== '' && readNumber(planOutput, locale) === null ? [{ code: 'NOT_A_NUMBER', field: 'planOutput' }] : []),
    ],
    save: async ({ productId, planOutput }) => {
      const input = { status: 'PLANNED', workCenterId, productId: Number(productId), planOutput: readNumber(planOutput, locale) } as const
      const { data, problems: refused } = await run({ input, requestKey, actingUserId: actingUserId() })
      if (data === null) return refused
      onCreated()
      return []
    },
  })
  const field = (name: keyof typeof EMPTY) => fieldOf(form, name, (problem) => problemText(t, problem))
  return (
    <form noValidate onSubmit={form.submit} className={classes['began']}>
      <ComboField
        {...field('productId')}
        label={t('create.product')}
        options={list.map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))}
      />
      <NumberField {...field('planOutput')} label={t('create.quantity')} />
      {[...problems, ...form.others].map((problem) => (
        <Alert key={problem.code} className={classes['refused']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={form.isSaving}>
          {t('create.plan')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
