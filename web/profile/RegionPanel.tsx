import { useEffect, useState } from 'react'
import { type EnteredOf, tableProblems } from '#engine/fields/fieldTable.ts'
import { REGION_FIELDS } from '#engine/user/personFields.ts'
import { SaveUserSettingsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { changeLanguage, localeOf } from '#web/texts/language.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { ComboField } from '#web/parts/field/ComboField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { fieldOf } from '#web/ui/form/fieldOf.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useForm, type FieldProblem } from '#web/ui/form/useForm.ts'
import { createFormat } from '#web/ui/format.ts'
import { isLocale, LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { FormEnd } from './FormEnd.tsx'
import { Section } from './Section.tsx'
import classes from './Section.module.css'
import { zoneOptions, type ListedZone } from './timeZones.view.ts'

const TICK_MS = 10_000

type RegionPanelProps = { readonly timeZone: string; readonly timeZones: readonly ListedZone[] }

/** Returns the time zone, with what time it is there, and the language, in which e-mails are written too. */
export function RegionPanel({ timeZone, timeZones }: RegionPanelProps) {
  const { t, i18n } = useTexts('profile')
  const { run: save } = useChange(SaveUserSettingsDocument)
  const locale = localeOf(i18n)
  const form = useForm<EnteredOf<typeof REGION_FIELDS>>({
    initial: { timeZone, language: locale },
    check: (values) => tableProblems(REGION_FIELDS, values),
    save: async (values) => {
      const problems = (await save(values)).problems
      if (problems.length > 0) {
        showToast(t('message.saveFailed'))
        return problems
      }
      if (isLocale(values.language)) await changeLanguage(i18n, values.language)
      showToast(i18n.t('profile:saved'))
      return []
    },
  })
  const tell = (problem: FieldProblem) => problemText(t, problem)
  const time = useTimeIn(form.values.timeZone, locale)
  return (
    <Section title={t('region.title')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        <div className={classes['beside']}>
          <ComboField
            {...fieldOf(form, 'timeZone', tell)}
            label={t('region.timeZone')}
            options={zoneOptions(timeZones, timeZone)}
            help={t('region.now', { time })}
          />
          <SelectField
            {...fieldOf(form, 'language', tell)}
            label={t('region.language')}
            options={LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
            help={t('region.languageHelp')}
          />
        </div>
        <FormEnd form={form} label={t('save')} />
      </form>
    </Section>
  )
}

/** Returns what a clock on the wall shows in the zone, kept up to date. */
function useTimeIn(timeZone: string, locale: ReturnType<typeof localeOf>): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return createFormat(locale, timeZone).time(now)
}
