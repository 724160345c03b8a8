import { mayCountStock } from '#engine/material/stockRights.ts'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { MaterialsToConfirmDocument, type MaterialsToConfirmQuery, StocksToConfirmDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './ConfirmSheet.module.css'
import { Shortage, type ShortageAsk, ShortageDialog } from './Shortage.tsx'
import { batchesOf, type Cover, consumptionsOf, coverOf, materialsState, neededOf, scrapsOf, unreadableOf } from './sheetMaterials.view.ts'

/** Quantities as they were typed, by the material. */
export type TypedMaterials = { readonly consumed: ReadonlyMap<number, string>; readonly scrapped: ReadonlyMap<number, string> }

/** What is sent of material with a confirmation, and how it is shown in the sheet. */
export type SheetMaterials = {
  readonly consumptions: readonly { readonly itemId: number; readonly quantity: number; readonly batchId: number | null }[]
  readonly scraps: readonly { readonly itemId: number; readonly quantity: number }[]
  /** Whether what no batch covers is confirmed all the same; the comment has to say why. */
  readonly allowUncovered: boolean
  /** Whether it is known what the order needs, and each quantity is a number. */
  readonly isReady: boolean
  /** That scrap has to be named first; null = it does not. */
  readonly missing: string | null
  /** Whether each confirmation has to name scrap, so that none is sent without being asked. */
  readonly asksScrap: boolean
  readonly fields: ReactNode
  /** The dialogs of the fields, which stand beside the form. */
  readonly dialogs: ReactNode
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
  place,
  comment,
  refused = [],
}: {
  readonly workCenterId: number
  readonly jobOrderId: number | null
  readonly total: number
  /** What was answered before, for when there is no connection. */
  readonly known: MaterialsToConfirmQuery | null
  /** The name of the work center. */
  readonly place: string
  /** With one, quantities may be others than required. */
  readonly comment: string
  /** What the server refused of material. */
  readonly refused?: readonly ApiProblem[]
}): SheetMaterials {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const { locale } = format
  const mayModify = mayCountStock(useViewer())
  const unitName = useUnitName()
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [scrapped, setScrapped] = useState<ReadonlyMap<number, string>>(new Map())
  const [{ data: answered, error }, ask] = useQuery({
    query: MaterialsToConfirmDocument,
    variables: { workCenterId, id: jobOrderId ?? 0 },
    pause: jobOrderId === null,
    requestPolicy: 'network-only',
  })
  const [batches, setBatches] = useState<ReadonlyMap<number, number>>(new Map())
  const [isUncovered, setUncovered] = useState(false)
  const [asked, setAsked] = useState<ShortageAsk>(null)
  const data = answered ?? (error === undefined ? undefined : known)
  const state = materialsState({ jobOrderId, isAnswered: data != null, isFailed: error !== undefined })
  const settings = data?.jobOrderSettings
  const lines = settings === undefined || settings.consumptionTracking === 'NO_TRACKING' ? [] : (data?.jobOrderBom ?? [])
  const [{ data: here }, askStocks] = useQuery({
    query: StocksToConfirmDocument,
    variables: { workCenterId },
    pause: lines.length === 0,
    requestPolicy: 'network-only',
  })
  const scrapLines = settings?.trackScraps === true ? (data?.jobOrder.possibleScraps ?? []) : []
  const consumptions = consumptionsOf(lines, typed, { total, locale, batches })
  const { said: scraps, missing } = scrapsOf(scrapLines, scrapped, locale)
  const unreadable = [...unreadableOf(typed, locale), ...unreadableOf(scrapped, locale)]
  const problemOf = (id: number) => (unreadable.includes(id) ? problemText(t, { code: 'NOT_A_NUMBER' }) : null)
  const stocks = here?.stocks ?? []
  const tracking = settings?.consumptionTracking ?? 'NO_TRACKING'
  const isStrict = tracking === 'WITH_BOM_VALIDATION'
  // Without an answer nobody knows what is installed: the server says what is missing.
  const cover =
    here === undefined
      ? null
      : coverOf(
          consumptions,
          { lines, total, stocks },
          { tracking, comment: comment.trim() || null, allowUncovered: isUncovered, mayModify },
        )
  const coverProblems = (cover?.problems ?? []).filter(({ code }) => total > 0 || code === 'BATCH_NOT_INSTALLED')
  const problems = [...coverProblems, ...refused.filter(({ code }) => coverProblems.every((own) => own.code !== code))]
  const isShort = isUncovered || problems.some(({ code }) => code === 'BATCH_BALANCE_TOO_SMALL' || code === 'BATCH_NOT_INSTALLED')
  const shortIds = new Set(problems.map(({ params }) => params?.['itemId']))
  const coverText = (one: Cover | undefined) =>
    [
      (one?.batches ?? []).map(({ code, quantity }) => `${code} ${format.number(quantity)}`).join(' + '),
      one?.uncovered != null && one.uncovered > 0 ? t('materials.uncovered', { value: format.number(one.uncovered) }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
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
            {lines.map(({ id, material, ...line }) => {
              if (material === null) return null
              const installed = batchesOf(stocks, material.id)
              return (
                <div key={id} className={classes['line']}>
                  <NumberField
                    name={`material-${material.id}`}
                    error={problemOf(material.id)}
                    label={`${material.name}, ${unitName(material.measureUnit)}`}
                    value={typed.get(material.id) ?? numberText(neededOf({ id, material, ...line }, total), locale)}
                    onChange={(text) => setTyped((before) => new Map(before).set(material.id, text))}
                  />
                  {installed.length > 0 && (
                    <SelectField
                      name={`batch-${material.id}`}
                      label={t('materials.batch', { name: material.name })}
                      value={String(batches.get(material.id) ?? '')}
                      options={[
                        { value: '', label: t('materials.oldestFirst') },
                        ...installed.map((batch) => ({
                          value: String(batch.id),
                          label: t('materials.batchLeft', { code: batch.code, value: format.number(batch.balance) }),
                        })),
                      ]}
                      onChange={(value) =>
                        setBatches((before) => {
                          const next = new Map(before)
                          if (value === '') next.delete(material.id)
                          else next.set(material.id, Number(value))
                          return next
                        })
                      }
                    />
                  )}
                  <p data-more={(cover?.of.get(material.id)?.uncovered ?? 0) > 0 || undefined}>{coverText(cover?.of.get(material.id))}</p>
                </div>
              )
            })}
          </div>
        </details>
      )}
      {problems.length > 0 && (
        <ul className={classes['short']}>
          {problems.map((problem) => {
            const item = problem.params?.['item']
            const text = problemText(t, problem)
            const isNamed = typeof item === 'string' && item !== '' && !text.includes(item)
            return (
              <li key={`${problem.code} ${String(problem.params?.['itemId'])}`}>
                {isNamed && `${item}: `}
                <Explained>{text}</Explained>
              </li>
            )
          })}
        </ul>
      )}
      {isStrict && isShort && (
        <Shortage
          installed={stocks.filter(({ item }) => shortIds.has(item?.id))}
          mayBeUncovered={isUncovered || !problems.some(({ code }) => code === 'BATCH_NOT_INSTALLED')}
          isUncovered={isUncovered}
          onAsk={setAsked}
          onUncovered={setUncovered}
        />
      )}
      {scrapLines.length > 0 && (
        <div className={classes['lines']}>
          {scrapLines.map(
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
    consumptions: cover?.said ?? consumptions.map(({ itemId, quantity, batchId }) => ({ itemId, quantity, batchId })),
    allowUncovered: isStrict && isUncovered,
    scraps,
    isReady: state === 'READY' && unreadable.length === 0 && missing.length === 0,
    missing: missing.length === 0 ? null : t('materials.scrapMissing', { names: missing.join(', ') }),
    asksScrap: scrapLines.some(({ confirmationRequired }) => confirmationRequired),
    fields,
    dialogs: (
      <ShortageDialog
        {...{ workCenterId, place, asked }}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          askStocks({ requestPolicy: 'network-only' })
        }}
      />
    ),
    typed: { consumed: typed, scrapped },
    restore: (before) => {
      setTyped(before.consumed)
      setScrapped(before.scrapped)
    },
    failure,
  }
}
