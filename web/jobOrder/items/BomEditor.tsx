import { type SubmitEvent, useRef, useState } from 'react'
import { BOM_REGISTRATION_TYPES } from '#engine/material/billOfMaterial.ts'
import type { BomItemInput, BomLineFragment } from '#web/api/generated/graphql.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { focusOnProblem } from '#web/ui/form/useFormState.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type BomValues, inputOfBom, problemsOfBomValues, unitChoices, valuesOfBom, withMaterial } from './bomForm.view.ts'
import classes from './Items.module.css'
import { useMaterials } from './useMaterials.ts'

type BomEditorProps = {
  readonly lines: readonly BomLineFragment[]
  readonly productId: number | null
  /** Saves the whole list; returns what the server refused. */
  readonly save: (lines: readonly BomItemInput[]) => Promise<readonly FieldProblem[]>
  readonly onClose: () => void
}

/** Returns the lines of a bill of material to edit: materials are found by typing, and what is wrong stands beside its field. */
export function BomEditor({ lines, productId, save, onClose }: BomEditorProps) {
  const { t } = useTexts('items')
  const { locale } = useFormat()
  const unitName = useUnitName()
  const materials = useMaterials()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => valuesOfBom(lines, locale))
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  const nextKey = useRef(-1)
  const options = materials
    .filter(({ id }) => id !== productId)
    .map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))
  const change = (key: number, next: Partial<BomValues>) => {
    setProblems([])
    setValues((before) => before.map((line) => (line.key === key ? { ...line, ...next } : line)))
  }
  const errorOf = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem === undefined ? null : problemText(t, problem)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const wrong = problemsOfBomValues(values, { productId, materials, locale })
    setProblems(wrong)
    if (wrong.length > 0) return focusOnProblem(event.currentTarget, wrong)
    setSaving(true)
    const refused = await save(inputOfBom(values, locale))
    setSaving(false)
    setProblems(refused)
    if (refused.length === 0) onClose()
  }
  const others = problems.filter(({ field }) => field === undefined || !field.startsWith('bom.'))
  return (
    <form ref={form} noValidate className={classes['editor']} onSubmit={(event) => void submit(event)}>
      {values.map((line, index) => {
        const material = materials.find(({ id }) => String(id) === line.materialId)
        const at = `bom.${index}`
        return (
          <fieldset key={line.key} className={classes['line']}>
            <legend>{t('bom.line', { number: index + 1 })}</legend>
            <ComboField
              name={`${at}.materialId`}
              label={t('bom.material')}
              placeholder={t('bom.choose')}
              value={line.materialId}
              options={options}
              error={errorOf(`${at}.materialId`)}
              onChange={(id) => {
                const chosen = materials.find((one) => String(one.id) === id)
                change(line.key, chosen === undefined ? { materialId: '' } : withMaterial(line, chosen))
              }}
            />
            <Beside>
              <NumberField
                name={`${at}.requiredInputQuantity`}
                label={t('bom.quantity')}
                value={line.requiredInput}
                error={errorOf(`${at}.requiredInputQuantity`)}
                onChange={(requiredInput) => change(line.key, { requiredInput })}
              />
              <SelectField
                name={`${at}.measureUnitId`}
                label={t('bom.unit')}
                value={line.measureUnitId}
                options={unitChoices(material).map((unit) => ({
                  value: String(unit.id),
                  label: unitName({ code: unit.code, shortName: unit.code }),
                }))}
                error={errorOf(`${at}.measureUnitId`)}
                onChange={(measureUnitId) => change(line.key, { measureUnitId })}
              />
            </Beside>
            <Beside>
              <NumberField
                name={`${at}.expectedOutputQuantity`}
                label={t('bom.per')}
                value={line.expectedOutput}
                error={errorOf(`${at}.expectedOutputQuantity`)}
                onChange={(expectedOutput) => change(line.key, { expectedOutput })}
              />
              <SelectField
                name={`${at}.registrationType`}
                label={t('bom.taken')}
                value={line.registrationType}
                options={BOM_REGISTRATION_TYPES.map((type) => ({ value: type, label: t(`bom.${type}`) }))}
                onChange={(type) => change(line.key, { registrationType: type === 'BATCH_TRACKING' ? 'BATCH_TRACKING' : 'QUANTITATIVE' })}
              />
            </Beside>
            <div>
              <ActionButton onClick={() => setValues((before) => before.filter(({ key }) => key !== line.key))}>
                {t('bom.remove')}
                <span className="hidden-text"> {material?.name ?? t('bom.line', { number: index + 1 })}</span>
              </ActionButton>
            </div>
          </fieldset>
        )
      })}
      <div>
        <ActionButton
          onClick={() =>
            setValues((before) => [
              ...before,
              {
                key: nextKey.current--,
                materialId: '',
                measureUnitId: '',
                requiredInput: '',
                expectedOutput: '1',
                registrationType: 'QUANTITATIVE',
              },
            ])
          }
        >
          {t('bom.add')}
        </ActionButton>
      </div>
      {others.map((problem) => (
        <p key={problem.code} role="alert" className={classes['problem']}>
          {problemText(t, problem)}
        </p>
      ))}
      <div className={classes['end']}>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={isSaving}>
          {t('bom.save')}
        </ActionButton>
      </div>
    </form>
  )
}
