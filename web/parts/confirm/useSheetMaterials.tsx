import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { MaterialsToConfirmDocument, type MaterialsToConfirmQuery } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './ConfirmSheet.module.css'
import { consumptionsOf, materialsState, neededOf, unreadableOf } from './sheetMaterials.view.ts'

/** Quantities as they were typed, by the material. */
export type TypedMaterials = { readonly consumed: ReadonlyMap<number, string>; readonly scrapped: ReadonlyMap<number, string> }

/** What is sent of material with a confirmation, and how it is shown in the sheet. */
export type SheetMaterials = {
  readonly consumptions: readonly { readonly itemId: number; readonly quantity: number }[]
  readonly scraps: readonly { readonly itemId: number; readonly quantity: number }[]
  /** Whether it is known what the order needs, and each quantity is a number. */
  readonly isReady: boolean
  readonly fields: ReactNode
  /** What was typed into the fields, and how it is put back. */
  readonly typed: TypedMaterials
  readonly restore: (typed: TypedMaterials) => void
  /** That nobody knows what the order needs, with the way to ask again; it stands in the fields as well. */
  readonly failure: ReactNode
}

/** Returns the materials of the order for so many units, folded while they are as required: one tap accepts them, each can be typed otherwise. */
export function useSheetMaterials({
  workCenterId,
  jobOrderId,
  total,
  known,
}: {
  readonly workCenterId: number
  readonly jobOrderId: number | null
  readonly total: number
  /** What was answered before, for when there is no connection. */
  readonly known: MaterialsToConfirmQuery | null
}): SheetMaterials {
  const { t } = useTexts('confirm')
  const { locale } = useFormat()
  const unitName = useUnitName()
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [scrapped, setScrapped] = useState<ReadonlyMap<number, string>>(new Map())
  const [{ data: answered, error }, ask] = useQuery({
    query: MaterialsToConfirmDocument,
    variables: { workCenterId, id: jobOrderId ?? 0 },
    pause: jobOrderId === null,
    requestPolicy: 'network-only',
  })
  const data = answered ?? (error === undefined ? undefined : known)
  const state = materialsState({ jobOrderId, isAnswered: data != null, isFailed: error !== undefined })
  const settings = data?.jobOrderSettings
  const lines = settings === undefined || settings.consumptionTracking === 'NO_TRACKING' ? [] : (data?.jobOrderBom ?? [])
  const asked = settings?.trackScraps === true ? (data?.jobOrder.possibleScraps ?? []) : []
  const consumptions = consumptionsOf(lines, typed, { total, locale })
  const scraps = asked.flatMap(({ item }) =>
    item === null ? [] : [{ itemId: item.id, quantity: readNumber(scrapped.get(item.id) ?? '', locale) ?? 0 }],
  )
  const unreadable = [...unreadableOf(typed, locale), ...unreadableOf(scrapped, locale)]
  const problemOf = (id: number) => (unreadable.includes(id) ? problemText(t, { code: 'NOT_A_NUMBER' }) : null)
  const isAsRequired = consumptions.length === lines.length && consumptions.every(({ isRequired }) => isRequired)
  const failure = state === 'FAILED' && (
    <PanelError title={t('materials.unknown')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  )
  const fields = (
    <>
      {failure}
      {lines.length > 0 && (
        <details className={classes['materials']}>
          <summary>{t(isAsRequired ? 'materials.asRequired' : 'materials.changed', { count: lines.length })}</summary>
          <div className={classes['lines']}>
            {lines.map(
              (line) =>
                line.material && (
                  <NumberField
                    key={line.id}
                    name={`material-${line.material.id}`}
                    error={problemOf(line.material.id)}
                    label={`${line.material.name}, ${unitName(line.material.measureUnit)}`}
                    value={typed.get(line.material.id) ?? numberText(neededOf(line, total), locale)}
                    onChange={(text) => setTyped((before) => new Map(before).set(line.material?.id ?? 0, text))}
                  />
                ),
            )}
          </div>
        </details>
      )}
      {asked.length > 0 && (
        <div className={classes['lines']}>
          {asked.map(
            ({ item, measurementUnit }) =>
              item && (
                <NumberField
                  key={item.id}
                  name={`scrap-${item.id}`}
                  error={problemOf(item.id)}
                  label={t('materials.scrap', { name: item.name, unit: unitName(measurementUnit) })}
                  value={scrapped.get(item.id) ?? ''}
                  onChange={(text) => setScrapped((before) => new Map(before).set(item.id, text))}
                />
              ),
          )}
        </div>
      )}
    </>
  )
  return {
    consumptions: consumptions.map(({ itemId, quantity }) => ({ itemId, quantity })),
    scraps,
    isReady: state === 'READY' && unreadable.length === 0,
    fields,
    typed: { consumed: typed, scrapped },
    restore: (before) => {
      setTyped(before.consumed)
      setScrapped(before.scrapped)
    },
    failure,
  }
}
