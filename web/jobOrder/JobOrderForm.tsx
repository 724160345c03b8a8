import { Suspense, useRef, useState } from 'react'
import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import { CreateJobOrderDocument, type JobOrderPlacesQuery, UpdateJobOrderDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { showToast } from '#web/base/toast.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { DateField } from '#web/parts/field/DateField.tsx'
import { withTexts } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { readNumber } from '#web/ui/form/readNumber.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useForm } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { ItemDialog } from './ItemDialog.tsx'
import type { SpeedHintProps } from './items/SpeedHint.tsx'
import {
  type Basis,
  hindersPlanning,
  inputOfOrder,
  mergedValues,
  movedFields,
  newOrder,
  type OpenedOrder,
  type OrderValues,
  problemsOfValues,
  typedDurationMs,
  valuesOfOrder,
  windowInput,
} from './jobOrderForm.view.ts'
import classes from './JobOrdersPage.module.css'
import { KEYED } from './keyed.ts'
import { OrderConflict } from './OrderConflict.tsx'
import { orderFieldName } from './useHindrance.ts'
import { useOrderWindow } from './useOrderWindow.ts'
import { useProducts } from '#web/parts/order/useProducts.ts'

const SpeedHint = lazyPart<SpeedHintProps>(() =>
  withTexts('items', import('./items/SpeedHint.tsx')).then((module) => ({ default: module.SpeedHint })),
)

export type JobOrderFormProps = {
  /** Null = a new one. */
  readonly order: OpenedOrder | null
  readonly places: JobOrderPlacesQuery | undefined
  /** Chosen at first of a new one. */
  readonly workCenterId: number | null
  /** The zone of the company, where no work center is chosen. */
  readonly zone: string
  readonly onSaved: (id: number) => void
  /** The order is not what it was when it was asked for. */
  readonly onStale?: () => void
}

/** Returns the form of an order in the order of work: product, quantity, work center, speed, dates. What the server refuses stands beside its field. */
export function JobOrderForm({ order, places, workCenterId, zone, onSaved, onStale }: JobOrderFormProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const { locale } = format
  const create = useChange(CreateJobOrderDocument, KEYED)
  const update = useChange(UpdateJobOrderDocument, KEYED)
  const isPlanning = useRef(false)
  const [isItemOpen, setItemOpen] = useState(false)
  const zoneOf = (id: string) => places?.workCenters.find((place) => String(place.id) === id)?.timeZone ?? zone
  const now: Basis =
    order === null
      ? { values: newOrder(workCenterId), version: 0 }
      : { values: valuesOfOrder(order, locale, zoneOf(String(order.workCenterId ?? ''))), version: order.version }
  const [began, setBegan] = useState(now)
  const moved = movedFields(began.values, now.values)
  const form = useForm<OrderValues>({
    initial: began.values,
    check: (values) => problemsOfValues(values, locale),
    save: async (values) => {
      const input = inputOfOrder(values, order === null ? null : began.values, locale, zoneOf(values.workCenterId))
      if (order === null) {
        const { data, problems } = await create.run({ input: { ...input, status: isPlanning.current ? 'PLANNED' : 'DRAFT' } })
        if (data === null) return problems
        showToast(t('saved.created', { code: data.createJobOrder.orderCode }))
        onSaved(data.createJobOrder.id)
        return []
      }
      // Where others changed nothing that stands in the form, what is typed holds of the order as it is now.
      const version = moved.length === 0 ? order.version : began.version
      const planned = isPlanning.current && order.status === 'DRAFT' ? { status: 'PLANNED' as const } : {}
      const { data, problems } = await update.run({ input: { ...input, id: order.id, version, ...planned } })
      if (data === null) {
        if (problems.some(({ code }) => code === 'CONFLICT')) onStale?.()
        return problems
      }
      showToast(t('saved.changed', { code: data.updateJobOrder.orderCode }))
      onSaved(order.id)
      return []
    },
  })
  // The conflict stands above the fields, once it is known what others changed.
  const others = form.others.filter(({ code }) => code !== 'CONFLICT' || moved.length === 0)
  const field = <Name extends keyof OrderValues>(name: Name) => fieldOf(form, name, (problem) => problemText(t, problem))
  const placeZone = zoneOf(form.values.workCenterId)
  const placeFormat = useZoneFormat(placeZone)
  const window = useOrderWindow(
    windowInput(form.values, { id: order?.id ?? null, before: order === null ? null : began.values, locale, zone: placeZone }),
  )
  // What is typed is told at once; a speed that is left empty is known to the server.
  const needed = typedDurationMs(form.values, locale) ?? window?.durationMs ?? null
  const products = useProducts()
  const chosen = order?.product ?? null
  const isKnown = chosen === null || products.list.some(({ id }) => id === chosen.id)
  const itemOptions = (isKnown ? products.list : [chosen, ...products.list]).map(({ id, name, sku }) => ({
    value: String(id),
    label: `${name} · ${sku}`,
  }))
  const chosenPlace = places?.workCenters.find(({ id }) => String(id) === form.values.workCenterId)
  const chosenProduct = [...(chosen === null ? [] : [chosen]), ...products.list].find(({ id }) => String(id) === form.values.productId)
  /** Fields without which it is not planned; told before anybody tries. */
  const missing =
    order === null || order.status === 'DRAFT'
      ? hindersPlanning(
          form.values,
          {
            productUnit: chosenProduct?.measureUnit.code ?? null,
            place:
              chosenPlace === undefined
                ? null
                : {
                    unit: chosenPlace.outputMeasurementUnit.code,
                    isArchived: chosenPlace.deviceStatus === 'ARCHIVE',
                    hasSpeed: (chosenPlace.targetSpeed ?? 0) > 0 || (form.values.planDuration === '' && window?.durationMs != null),
                  },
          },
          locale,
        )
      : []
  /** When it ends by the shifts, whether that is taken or another end is entered. */
  const endHelp = (): string => {
    if (window === null || window.durationMs === null || form.values.planStart === '' || form.values.workCenterId === '')
      return t('form.planEndHelp')
    if (window.end === null) return t('form.planEndNever')
    return t('form.planEndIs', { time: placeFormat.dateTime(window.end) })
  }
  const takeTheirs = () => {
    setBegan(now)
    form.reset(now.values)
  }
  const keepMine = () => {
    const merged = mergedValues(began.values, form.values, now.values)
    takeTheirs()
    for (const name of movedFields(now.values, merged)) form.set(name, merged[name])
  }
  return (
    <>
      <form noValidate onSubmit={form.submit} className={classes['form']}>
        <div className={classes['fields']}>
          {moved.length > 0 && <OrderConflict moved={moved} onTheirs={takeTheirs} onMine={keepMine} />}
          <ComboField {...field('productId')} label={t('column.product')} placeholder={t('form.chooseProduct')} options={itemOptions} />
          {products.problems.map((problem) => (
            <Alert key={problem.code} className={classes['problems']}>
              {problemText(t, problem)}
            </Alert>
          ))}
          <div>
            <ActionButton onClick={() => setItemOpen(true)}>{t('item.add')}</ActionButton>
          </div>
          <NumberField {...field('planOutput')} label={t('form.planOutput')} />
          <SelectField
            {...field('workCenterId')}
            label={t('column.workCenter')}
            options={[
              { value: '', label: t('none.workCenter') },
              ...(places?.workCenters ?? [])
                .filter(({ id, deviceStatus }) => deviceStatus !== 'ARCHIVE' || id === order?.workCenterId)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <Beside>
            <SelectField
              {...field('performanceBy')}
              label={t('form.performanceBy')}
              options={PERFORMANCE_BASES.map((value) => ({ value, label: t(`performanceBy.${value}`) }))}
              onChange={(value) => form.set('performanceBy', value === 'SPEED' ? 'SPEED' : 'CYCLE_TIME')}
            />
            {form.values.performanceBy === 'SPEED' ? (
              <NumberField {...field('targetSpeedQuantity')} label={t('form.speed')} optional={t('form.optional')} />
            ) : (
              <NumberField {...field('planCycleTime')} label={t('form.cycle')} optional={t('form.optional')} />
            )}
          </Beside>
          {form.values.productId !== '' && form.values.workCenterId !== '' && (
            <Suspense>
              <SpeedHint
                productId={Number(form.values.productId)}
                workCenterId={Number(form.values.workCenterId)}
                planOutput={readNumber(form.values.planOutput, locale) || null}
              />
            </Suspense>
          )}
          <p className={classes['muted']}>
            {needed === null ? t('form.speedHelp') : t('form.needs', { duration: format.duration(needed) })}
          </p>
          <NumberField
            {...field('planDuration')}
            label={t('form.planDuration')}
            optional={t('form.optional')}
            help={t('form.planDurationHelp')}
          />
          <DateField {...field('planStart')} label={t('form.planStart')} optional={t('form.optional')} hasTime />
          <DateField {...field('planEnd')} label={t('form.planEnd')} optional={t('form.optional')} help={endHelp()} hasTime />
          <DateField {...field('dueDate')} label={t('column.due')} optional={t('form.optional')} hasTime />
          <Beside>
            <TextField
              {...field('orderCode')}
              label={t('column.code')}
              {...(order === null && { optional: t('form.numbered') })}
              maxLength={64}
            />
            <TextField {...field('externalCode')} label={t('form.externalCode')} optional={t('form.optional')} maxLength={200} />
          </Beside>
          <TextField {...field('description')} label={t('form.description')} optional={t('form.optional')} maxLength={2000} isLong />
          <TextField {...field('notes')} label={t('form.notes')} optional={t('form.optional')} maxLength={2000} isLong />
        </div>
        {others.map((problem) => (
          <Alert key={problem.code} className={classes['problems']}>
            {problemText(t, problem)}
          </Alert>
        ))}
        <div className={classes['end']}>
          {order === null ? (
            <>
              <ActionButton
                isSubmit
                isBusy={create.sent?.input.status === 'DRAFT'}
                isDisabled={create.isBusy}
                onClick={() => (isPlanning.current = false)}
              >
                {t('form.saveDraft')}
              </ActionButton>
              <ActionButton
                isMain
                isSubmit
                isBusy={create.sent?.input.status === 'PLANNED'}
                isDisabled={create.isBusy}
                onClick={() => (isPlanning.current = true)}
              >
                {t('form.plan')}
              </ActionButton>
            </>
          ) : (
            <>
              <ActionButton
                isMain={order.status !== 'DRAFT'}
                isSubmit
                isBusy={form.isSaving && update.sent?.input.status !== 'PLANNED'}
                isDisabled={!form.isDirty || form.isSaving || moved.length > 0}
                onClick={() => (isPlanning.current = false)}
              >
                {t('form.save')}
              </ActionButton>
              {order.status === 'DRAFT' && (
                <ActionButton
                  isMain
                  isSubmit
                  isBusy={update.sent?.input.status === 'PLANNED'}
                  isDisabled={form.isSaving || moved.length > 0}
                  onClick={() => (isPlanning.current = true)}
                >
                  {t('form.saveAndPlan')}
                </ActionButton>
              )}
            </>
          )}
        </div>
        {(order === null || order.status === 'DRAFT') && missing.length > 0 && (
          // Below the buttons: they do not move while somebody fills the fields in.
          <p className={classes['muted']}>
            {t('form.planNeeds', { fields: missing.map((name) => orderFieldName(t, name) ?? name).join(', ') })}
          </p>
        )}
      </form>
      <ItemDialog
        isOpen={isItemOpen}
        onClose={() => setItemOpen(false)}
        onSaved={(product) => {
          setItemOpen(false)
          products.add(product)
          form.set('productId', String(product.id))
        }}
      />
    </>
  )
}
