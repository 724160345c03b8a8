import { useRef, useState } from 'react'
import { DATE_ORDERS, DECIMAL_SIGNS, IMPORT_FIELDS } from '#engine/jobOrder/import/importField.ts'
import type { DateOrder, DecimalSign } from '#engine/jobOrder/import/importField.ts'
import { MEASUREMENT_UNITS } from '#engine/output/measurementUnit.ts'
import { SaveOrderImportMappingDocument } from '#web/api/generated/graphql.ts'
import type { JobOrderPlacesQuery, JobOrdersImportMappingInput, OrderImportFieldsFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { mappingWith, shownWith } from './orderImport.view.ts'
import classes from './ImportWizard.module.css'
import { SavedMappings } from './SavedMappings.tsx'
import type { OrderImportState } from './useImport.ts'

type ColumnsStepProps = {
  readonly one: OrderImportState
  readonly shown: OrderImportFieldsFragment
  readonly places: JobOrderPlacesQuery['workCenters']
  readonly onChecked: () => void
}

const TIME_UNITS = MEASUREMENT_UNITS.filter(({ group }) => group === 'TIME')

/** Returns the second step: what each column is read as, and what only a person knows of it. */
export function ColumnsStep({ one, shown: stored, places, onChecked }: ColumnsStepProps) {
  const { t } = useTexts('orderImport')
  const format = useFormat()
  // What was chosen stands at once, and is checked only when it is stored.
  const [draft, setDraft] = useState<JobOrdersImportMappingInput | null>(null)
  const storing = useRef<Promise<unknown>>(Promise.resolve())
  const [isChecking, setChecking] = useState(false)
  const shown = draft === null ? stored : shownWith(stored, draft)
  const hasPlaces = shown.columns.some(({ field }) => field === 'workCenterCode' || field === 'workCenterName')
  const hasCycle = shown.columns.some(({ field }) => field === 'targetCycleTime')
  const change = (mapping: JobOrdersImportMappingInput) => {
    setDraft(mapping)
    storing.current = storing.current.then(() => one.edit({ mapping }))
  }
  /** What was chosen before goes with it. */
  const replace = (by: { readonly sheet: string } | { readonly savedMappingId: number }) => {
    storing.current = storing.current.then(async () => {
      await one.edit(by)
      setDraft(null)
    })
  }
  const wordOf = (code: string) => (code === 's' || code === 'min' || code === 'h' ? t(`timeUnit.${code}`) : code)
  const check = async () => {
    setChecking(true)
    await storing.current
    const isChecked = await one.check({})
    setChecking(false)
    if (isChecked) onChecked()
  }
  return (
    <>
      <p className={classes['phone']}>{t('phone')}</p>
      <div className={classes['wide']}>
        {shown.sameFile !== null && (
          <p className={classes['note']} role="status">
            {t('sameFile', {
              at: shown.sameFile.appliedOn === null ? '' : format.dateTime(Date.parse(shown.sameFile.appliedOn)),
              person: shown.sameFile.appliedBy?.fullName ?? '',
            })}
          </p>
        )}
        {stored.sheets.length > 1 && (
          <SelectField
            name="sheet"
            label={t('columns.sheet')}
            value={stored.sheet ?? ''}
            options={stored.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
            help={t('columns.sheetHelp')}
            onChange={(sheet) => replace({ sheet })}
          />
        )}
        <SavedMappings headers={stored.columns.map(({ header }) => header)} onUse={(savedMappingId) => replace({ savedMappingId })} />
        {stored.questions.map(({ column, kind, example }) => {
          const header = shown.columns[column]?.header ?? ''
          return (
            <div key={`${kind} ${column}`} className={classes['note']}>
              {kind === 'DECIMAL' ? (
                <ChoiceGroup<DecimalSign | ''>
                  label={t('question.DECIMAL', { example, column: header })}
                  value=""
                  choices={DECIMAL_SIGNS.map((sign) => ({ value: sign, label: t(`decimal.${sign}`) }))}
                  onChange={(sign) => {
                    if (sign !== '') change(mappingWith(shown, column, { decimalSign: sign }))
                  }}
                />
              ) : (
                <ChoiceGroup<DateOrder | ''>
                  label={t('question.DATE_ORDER', { example, column: header })}
                  value=""
                  choices={DATE_ORDERS.map((order) => ({ value: order, label: t(`dates.${order}`) }))}
                  onChange={(order) => {
                    if (order !== '') change(mappingWith(shown, column, { dateOrder: order }))
                  }}
                />
              )}
            </div>
          )
        })}
        <div className={classes['scroll']}>
          <table className={classes['table']}>
            <caption className="hidden-text">{t('step.COLUMNS')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('columns.header')}</th>
                <th scope="col">{t('columns.values')}</th>
                <th scope="col">{t('columns.filled')}</th>
                <th scope="col">{t('columns.field')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.columns.map((column, at) => (
                <tr key={at}>
                  <th scope="row">{column.header === '' ? t('columns.unnamed', { number: at + 1 }) : column.header}</th>
                  <td className={classes['muted']}>{column.examples.join(' · ')}</td>
                  <td>{format.percent(shown.rowCount === 0 ? 0 : column.filled / shown.rowCount, 0)}</td>
                  <td>
                    <select
                      className={classes['select']}
                      aria-label={`${t('columns.field')}: ${column.header}`}
                      value={column.field ?? ''}
                      onChange={(event) => {
                        const field = IMPORT_FIELDS.find((known) => known === event.currentTarget.value) ?? null
                        change(mappingWith(shown, at, { field, decimalSign: null, dateOrder: null }))
                      }}
                    >
                      <option value="">{t('columns.none')}</option>
                      {IMPORT_FIELDS.map((field) => (
                        <option key={field} value={field}>
                          {t(`field.${field}`)}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className={classes['fields']}>
          <SelectField
            name="workCenterId"
            label={t(hasPlaces ? 'columns.workCenterRest' : 'columns.workCenter')}
            value={shown.workCenterId === null ? '' : String(shown.workCenterId)}
            options={[
              { value: '', label: t('columns.noWorkCenter') },
              ...places.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => change({ ...mappingWith(shown, -1, {}), workCenterId: value === '' ? null : Number(value) })}
          />
          {hasCycle && (
            <SelectField
              name="cycleTimeUnitId"
              label={t('columns.cycleUnit')}
              value={String(shown.cycleTimeUnitId)}
              options={TIME_UNITS.map(({ id, code }) => ({ value: String(id), label: wordOf(code) }))}
              onChange={(value) => change({ ...mappingWith(shown, -1, {}), cycleTimeUnitId: Number(value) })}
            />
          )}
          <SaveMapping importId={shown.id} stored={() => storing.current} />
        </div>
        <div className={classes['actions']}>
          <ActionButton isMain isBusy={isChecking} onClick={() => void check()}>
            {t('columns.check')}
          </ActionButton>
        </div>
      </div>
    </>
  )
}

/** Keeps how the file is read, for the next one with these columns. */
function SaveMapping({ importId, stored }: { readonly importId: number; readonly stored: () => Promise<unknown> }) {
  const { t } = useTexts('orderImport')
  const saving = useChange(SaveOrderImportMappingDocument)
  const [name, setName] = useState('')
  const [saved, setSaved] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const [problem] = saving.problems
  const save = async () => {
    // The server keeps what is stored: what was chosen last is on its way.
    setWaiting(true)
    await stored()
    const { data } = await saving.run({ id: importId, name })
    setWaiting(false)
    if (data !== null) setSaved(name.trim())
  }
  return (
    <form
      className={classes['save']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        name="mappingName"
        label={t('columns.saveAs')}
        optional={t('optional')}
        value={name}
        maxLength={100}
        error={problem === undefined ? null : problemText(t, problem)}
        help={saved === '' ? t('columns.saveHelp') : t('columns.saved', { name: saved })}
        onChange={setName}
      />
      <ActionButton isSubmit isBusy={isWaiting} isDisabled={name.trim() === ''}>
        {t('columns.save')}
      </ActionButton>
    </form>
  )
}
