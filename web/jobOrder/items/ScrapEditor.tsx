import { type SubmitEvent, useRef, useState } from 'react'
import type { PossibleScrapInput } from '#web/api/generated/graphql.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { focusOnProblem } from '#web/ui/form/useFormState.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { inputOfScraps, problemsOfScrapValues, type ScrapValues, type ShownScrap, valuesOfScraps } from './bomForm.view.ts'
import classes from './Items.module.css'
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
  const [values, setValues] = useState(() => valuesOfScraps(scraps, locale))
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  const nextKey = useRef(-1)
  const options = materials.map(({ id, name, sku }) => ({ value: String(id), label: `${name} · ${sku}` }))
  const change = (key: number, next: Partial<ScrapValues>) => {
    setProblems([])
    setValues((before) => before.map((scrap) => (scrap.key === key ? { ...scrap, ...next } : scrap)))
  }
  const errorOf = (field: string) => {
    const problem = problems.find((one) => one.field === field)
    return problem === undefined ? null : problemText(t, problem)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving) return
    const wrong = problemsOfScrapValues(values, materials, locale)
    setProblems(wrong)
    if (wrong.length > 0) return focusOnProblem(event.currentTarget, wrong)
    setSaving(true)
    const refused = await save(inputOfScraps(values, locale))
    setSaving(false)
    setProblems(refused)
    if (refused.length === 0) onClose()
  }
  return (
    <form noValidate className={classes['editor']} onSubmit={(event) => void submit(event)}>
      {values.map((scrap, index) => {
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
              onChange={(itemId) => change(scrap.key, { itemId })}
            />
            <NumberField
              name={`${at}.quantity`}
              label={t('scrap.expected')}
              value={scrap.quantity}
              error={errorOf(`${at}.quantity`)}
              onChange={(quantity) => change(scrap.key, { quantity })}
            />
            <CheckField
              name={`${at}.confirmationRequired`}
              label={t('scrap.required')}
              isChecked={scrap.isConfirmationRequired}
              onChange={(isConfirmationRequired) => change(scrap.key, { isConfirmationRequired })}
            />
            <div>
              <ActionButton onClick={() => setValues((before) => before.filter(({ key }) => key !== scrap.key))}>
                {t('bom.remove')}
                <span className="hidden-text"> {t('scrap.line', { number: index + 1 })}</span>
              </ActionButton>
            </div>
          </fieldset>
        )
      })}
      <div>
        <ActionButton
          onClick={() =>
            setValues((before) => [...before, { key: nextKey.current--, itemId: '', quantity: '0', isConfirmationRequired: true }])
          }
        >
          {t('scrap.add')}
        </ActionButton>
      </div>
      {problems
        .filter(({ field }) => field === undefined || !field.startsWith('possibleScraps.'))
        .map((problem) => (
          <p key={problem.code} role="alert" className={classes['problem']}>
            {problemText(t, problem)}
          </p>
        ))}
      <div className={classes['end']}>
        <ActionButton onClick={onClose}>{t('form.cancel')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={isSaving}>
          {t('scrap.save')}
        </ActionButton>
      </div>
    </form>
  )
}
