import { useState } from 'react'
import type { JobOrdersImportOutcome, OrderImportFieldsFragment, OrderImportRowsQuery } from '#web/api/generated/graphql.ts'
import { OrderImportRowsDocument } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { outcomeChips, paramsOf, valueText } from './orderImport.view.ts'
import classes from './ImportWizard.module.css'
import type { OrderImportState } from './useImport.ts'

type Row = OrderImportRowsQuery['jobOrdersImport']['rows']['items'][number]
/** What was typed into cells, by row and column, and which rows are left out. */
type Edits = {
  readonly cells: ReadonlyMap<string, string>
  readonly left: ReadonlyMap<number, boolean>
}
const NO_EDITS: Edits = { cells: new Map(), left: new Map() }
const SIZE = 50
const CHANGED_FIELDS = [
  'orderCode',
  'externalCode',
  'product',
  'description',
  'planOutput',
  'planStart',
  'planEnd',
  'dueDate',
  'planCycleTime',
  'status',
] as const

/** Returns the rows of an import by their outcome; what is refused is repaired where it stands, or left out. */
export function ImportRows({ one, shown }: { readonly one: OrderImportState; readonly shown: OrderImportFieldsFragment }) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const [chosen, setChosen] = useState<JobOrdersImportOutcome | null>(shown.counts !== null && shown.counts.refused > 0 ? 'REFUSED' : null)
  const [page, setPage] = useState(1)
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  // A filter that the last check emptied shows all.
  const chips = shown.counts === null ? [] : outcomeChips(shown.counts)
  const outcome = chips.some((chip) => chip.outcome === chosen) ? chosen : null
  const [result, askAgain] = useFreshQuery(
    OrderImportRowsDocument,
    { id: shown.id, outcomes: outcome === null ? null : [outcome], page, size: SIZE },
    { workCenterIds: null, kinds: ['orderImport'] },
    { requestPolicy: 'cache-and-network' },
  )
  const rows = result.data?.jobOrdersImport.rows
  const show = (next: JobOrdersImportOutcome | null) => {
    setChosen(next)
    setPage(1)
  }
  const save = async () => {
    const lines = new Set([...[...edits.cells.keys()].map((key) => Number(key.split(' ')[0])), ...edits.left.keys()])
    const changed = [...lines].map((no) => ({
      no,
      cells: [...edits.cells].flatMap(([key, text]) => {
        const [line, column] = key.split(' ').map(Number)
        return line === no && column !== undefined ? [{ column, text }] : []
      }),
      isLeftOut: edits.left.get(no) ?? null,
    }))
    if (!(await one.edit({ rows: changed }))) return
    setEdits(NO_EDITS)
    await one.check({ importType: shown.importType })
    askAgain()
  }
  const isEdited = edits.cells.size > 0 || edits.left.size > 0
  const total = rows?.totalItems ?? 0
  return (
    <section className={classes['section']} aria-label={t('check.rows')}>
      <div className={classes['chips']} role="group" aria-label={t('check.rows')}>
        <button type="button" aria-pressed={outcome === null} onClick={() => show(null)}>
          {t('check.all')}
        </button>
        {chips.map(({ outcome: kind, count }) => (
          <button key={kind} type="button" aria-pressed={outcome === kind} data-kind={kind} onClick={() => show(kind)}>
            {t(`outcome.${kind}`)} <b>{format.number(count)}</b>
          </button>
        ))}
      </div>
      <div className={classes['scroll']}>
        <table className={classes['table']}>
          <caption className="hidden-text">{t('check.rows')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('check.row')}</th>
              <th scope="col">{t('check.order')}</th>
              <th scope="col">{t('check.outcome')}</th>
              <th scope="col">{t('check.what')}</th>
            </tr>
          </thead>
          <tbody>
            {(rows?.items ?? []).map((row) => (
              <tr key={row.no}>
                <td>{row.no}</td>
                <th scope="row">{row.orderCode ?? row.cells[shown.columns.findIndex(({ field }) => field === 'code')] ?? ''}</th>
                <td data-kind={row.outcome ?? undefined}>{row.outcome === null ? '' : t(`outcome.${row.outcome}`)}</td>
                <td>
                  <RowDetails row={row} shown={shown} edits={edits} onEdit={setEdits} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes['row']}>
        {total > SIZE && (
          <span className={classes['pager']}>
            <ActionButton isDisabled={page === 1} onClick={() => setPage(page - 1)}>
              {t('check.previous')}
            </ActionButton>
            {t('check.page', { from: (page - 1) * SIZE + 1, to: Math.min(total, page * SIZE), total: format.number(total) })}
            <ActionButton isDisabled={page * SIZE >= total} onClick={() => setPage(page + 1)}>
              {t('check.next')}
            </ActionButton>
          </span>
        )}
        {isEdited && (
          <ActionButton isMain isBusy={one.isBusy} onClick={() => void save()}>
            {t('check.again')}
          </ActionButton>
        )}
      </div>
    </section>
  )
}

type RowDetailsProps = {
  readonly row: Row
  readonly shown: OrderImportFieldsFragment
  readonly edits: Edits
  readonly onEdit: (edits: Edits) => void
}

function RowDetails({ row, shown, edits, onEdit }: RowDetailsProps) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  const isLeft = edits.left.get(row.no) ?? row.outcome === 'LEFT_OUT'
  const leave = (isLeftOut: boolean) => onEdit({ ...edits, left: new Map(edits.left).set(row.no, isLeftOut) })
  if (row.outcome !== 'REFUSED' && row.outcome !== 'LEFT_OUT')
    return (
      <>
        {row.changes.map(({ field, before, after }) => {
          const known = CHANGED_FIELDS.find((one) => one === field)
          return (
            <span key={field} className={classes['change']}>
              {known === undefined ? field : t(`changed.${known}`)}: <s>{valueText(field, before, format)}</s> →{' '}
              {valueText(field, after, format)}
            </span>
          )
        })}
      </>
    )
  return (
    <div className={classes['repair']}>
      {!isLeft &&
        row.problems.map(({ column, code, field, value, params }) => {
          const sentence = code === 'ITEM_NOT_FOUND' ? t('check.noProduct') : problemText(t, { code, field, params: paramsOf(params) })
          if (column === null) return <p key={code + field}>{sentence}</p>
          const key = `${row.no} ${column}`
          const header = shown.columns[column]?.header ?? ''
          return (
            <label key={code + field}>
              <span>{header}</span>
              <input
                value={edits.cells.get(key) ?? value}
                aria-label={t('check.cell', { column: header, row: row.no })}
                aria-invalid={!edits.cells.has(key)}
                onChange={(event) => onEdit({ ...edits, cells: new Map(edits.cells).set(key, event.currentTarget.value) })}
              />
              <span className={classes['problem']}>{sentence}</span>
            </label>
          )
        })}
      <button type="button" className={classes['link']} onClick={() => leave(!isLeft)}>
        {t(isLeft ? 'check.takeIn' : 'check.leaveOut')}
        <span className="hidden-text"> {t('check.ofRow', { row: row.no })}</span>
      </button>
    </div>
  )
}
