import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type ConfirmDraft, type ConfirmReading, type ConfirmRules, fieldsOf, type PadField, prefilledOf, textOf } from './confirm.view.ts'
import classes from './ConfirmSheet.module.css'
import { Refusals } from './Refusals.tsx'

type PadFieldsProps = {
  readonly draft: ConfirmDraft
  readonly rules: ConfirmRules
  readonly reading: ConfirmReading
  readonly reasons: readonly { readonly id: number; readonly name: string; readonly color: string }[]
  readonly unit: string
  readonly locale: string
  /** What was refused, beside the numbers and the reasons. */
  readonly wrong?: { readonly units: readonly string[]; readonly reasons: readonly string[] }
  readonly onChange: (draft: ConfirmDraft) => void
  readonly onReason: (reasonId: number) => void
}

/** Returns the numbers of the sheet: the two that the device counts are typed, the third follows; and the reasons of what was rejected, a tap each. */
export function PadFields({ draft, rules, reading, reasons, unit, locale, wrong, onChange, onReason }: PadFieldsProps) {
  const { t } = useTexts('confirm')
  const format = useFormat()
  const { asked, derived } = fieldsOf(rules.calculationType)
  const field = (name: PadField, label: string) => (
    <label key={name} className={classes['field']} data-active={draft.active === name || undefined}>
      <span>{label}</span>
      <input
        // Touch screens have the pad beside it.
        inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'decimal'}
        autoComplete="off"
        value={textOf(draft, name, prefilledOf(name, rules), locale)}
        onFocus={(event) => {
          event.currentTarget.select()
          if (draft.active !== name) onChange({ ...draft, active: name, isFresh: true })
        }}
        onChange={({ currentTarget }) => onChange({ texts: { ...draft.texts, [name]: currentTarget.value }, active: name, isFresh: false })}
      />
    </label>
  )
  return (
    <div className={classes['fields']}>
      {asked.map((name) => field(name, t(`field.${name}`)))}
      <Refusals sentences={wrong?.units ?? []} isBeside />
      <p className={classes['derived']}>
        <span>{t(`field.${derived}`)}</span>
        <output>{`${format.number(reading[derived])} ${unit}`}</output>
      </p>
      {reading.rejected > 0 && reasons.length > 0 && (
        <fieldset className={classes['reasons']}>
          <legend>
            {reading.unexplained > 0 && rules.isReasonRequired
              ? t('reasonsNeeded', { value: format.number(reading.unexplained) })
              : t('reasons')}
          </legend>
          {reasons.map(({ id, name, color }) => {
            const own = reading.reasons.find(({ reasonId }) => reasonId === id)?.output ?? 0
            return (
              <button
                key={id}
                type="button"
                aria-pressed={own > 0}
                data-active={draft.active === `reason-${id}` || undefined}
                style={{ borderInlineStartColor: color }}
                onClick={() => onReason(id)}
              >
                <span>{name}</span>
                {own > 0 && <b>{format.number(own)}</b>}
              </button>
            )
          })}
        </fieldset>
      )}
      <Refusals sentences={wrong?.reasons ?? []} isBeside />
    </div>
  )
}
