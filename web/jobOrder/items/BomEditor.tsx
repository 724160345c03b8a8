import { BOM_REGISTRATION_TYPES } from '#engine/material/billOfMaterial.ts'
import type { BomItemInput, BomLineFragment } from '#web/api/generated/graphql.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Beside } from '#web/ui/form/FormLayout.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { inputOfBom, problemsOfBomValues, unitChoices, valuesOfBom, withMaterial } from './bomForm.view.ts'
import classes from './Items.module.css'
import { useEditedLines } from '#web/ui/form/useEditedLines.ts'
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
  const edited = useEditedLines({
    start: () => valuesOfBom(lines, locale),
    list: 'bom',
    problemsOf: (values) => problemsOfBomValues(values, { productId, materials, locale }),
    inputOf: (values) => inputOfBom(values, locale),
    save,
    onSaved: onClose,
  })
  const options = materials
    .filter(({ id }) => id !== productId)
    .map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))
  const errorOf = (field: string) => {
    const problem = edited.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  return (
    <form noValidate className={classes['editor']} onSubmit={(event) => void edited.submit(event)}>
      {edited.lines.map((line, index) => {
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
                edited.change(line.key, chosen === undefined ? { materialId: '' } : withMaterial(line, chosen))
              }}
            />
            <Beside>
              <NumberField
                name={`${at}.requiredInputQuantity`}
                label={t('bom.quantity')}
                value={line.requiredInput}
                error={errorOf(`${at}.requiredInputQuantity`)}
                onChange={(requiredInput) => edited.change(line.key, { requiredInput })}
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
                onChange={(measureUnitId) => edited.change(line.key, { measureUnitId })}
              />
            </Beside>
            <Beside>
              <NumberField
                name={`${at}.expectedOutputQuantity`}
                label={t('bom.per')}
                value={line.expectedOutput}
                error={errorOf(`${at}.expectedOutputQuantity`)}
                onChange={(expectedOutput) => edited.change(line.key, { expectedOutput })}
              />
              <SelectField
                name={`${at}.registrationType`}
                label={t('bom.taken')}
                value={line.registrationType}
                options={BOM_REGISTRATION_TYPES.map((type) => ({ value: type, label: t(`bom.${type}`) }))}
                onChange={(type) =>
                  edited.change(line.key, { registrationType: type === 'BATCH_TRACKING' ? 'BATCH_TRACKING' : 'QUANTITATIVE' })
                }
              />
            </Beside>
            <div>
              <ActionButton onClick={() => edited.remove(line.key)}>
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
            edited.add((key) => ({
              key,
              materialId: '',
              measureUnitId: '',
              requiredInput: '',
              expectedOutput: '1',
              registrationType: 'QUANTITATIVE',
            }))
          }
        >
          {t('bom.add')}
        </ActionButton>
      </div>
      {edited.others.map((problem) => (
        <Alert key={problem.code} className={classes['problem']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      <div className={classes['end']}>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={edited.isSaving}>
          {t('bom.save')}
        </ActionButton>
      </div>
    </form>
  )
}
