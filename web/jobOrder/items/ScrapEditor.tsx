import type { PossibleScrapInput } from '#web/api/generated/graphql.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { inputOfScraps, problemsOfScrapValues, type ShownScrap, valuesOfScraps } from './bomForm.view.ts'
import classes from './Items.module.css'
import { useEditedLines } from '#web/ui/form/useEditedLines.ts'
import { useMaterials } from './useMaterials.ts'

type ScrapEditorProps = {
  readonly scraps: readonly ShownScrap[]
  /** Saves the whole list; returns what the server refused. */
  readonly save: (scraps: readonly PossibleScrapInput[]) => Promise<readonly FieldProblem[]>
  readonly onClose: () => void
}

/** Returns what an order may scrap, to edit. */
export function ScrapEditor({ scraps, save, onClose }: ScrapEditorProps) {
  const { t } = useTexts('items')
  const { locale } = useFormat()
  const materials = useMaterials()
  const edited = useEditedLines({
    start: () => valuesOfScraps(scraps, locale),
    list: 'possibleScraps',
    problemsOf: (values) => problemsOfScrapValues(values, materials, locale),
    inputOf: (values) => inputOfScraps(values, locale),
    save,
    onSaved: onClose,
  })
  const options = materials.map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))
  const errorOf = (field: string) => {
    const problem = edited.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  return (
    <form noValidate className={classes['editor']} onSubmit={(event) => void edited.submit(event)}>
      {edited.lines.map((scrap, index) => {
        const at = `possibleScraps.${index}`
        return (
          <fieldset key={scrap.key} className={classes['line']}>
            <legend>{t('scrap.line', { number: index + 1 })}</legend>
            <ComboField
              name={`${at}.itemId`}
              label={t('scrap.item')}
              placeholder={t('bom.choose')}
              value={scrap.itemId}
              options={options}
              error={errorOf(`${at}.itemId`)}
              onChange={(itemId) => edited.change(scrap.key, { itemId })}
            />
            <NumberField
              name={`${at}.quantity`}
              label={t('scrap.expected')}
              value={scrap.quantity}
              error={errorOf(`${at}.quantity`)}
              onChange={(quantity) => edited.change(scrap.key, { quantity })}
            />
            <CheckField
              name={`${at}.confirmationRequired`}
              label={t('scrap.required')}
              isChecked={scrap.isConfirmationRequired}
              onChange={(isConfirmationRequired) => edited.change(scrap.key, { isConfirmationRequired })}
            />
            <div>
              <ActionButton onClick={() => edited.remove(scrap.key)}>
                {t('bom.remove')}
                <span className="hidden-text"> {t('scrap.line', { number: index + 1 })}</span>
              </ActionButton>
            </div>
          </fieldset>
        )
      })}
      <div>
        <ActionButton onClick={() => edited.add((key) => ({ key, itemId: '', quantity: '0', isConfirmationRequired: true }))}>
          {t('scrap.add')}
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
          {t('scrap.save')}
        </ActionButton>
      </div>
    </form>
  )
}
