import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatsOf } from '#engine/report/subscription.ts'
import { LANGUAGES, type Language } from '#engine/user/language.ts'
import { PrintAnalyticsDocument, SendAnalyticsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import { datesOfView, periodOfView, type ReportedView } from './reportView.view.ts'

const FORMATS = formatsOf('VIEW').filter((format) => format !== 'CSV')
type Format = (typeof FORMATS)[number]

type ReportViewProps = {
  /** null = nothing is asked for. */
  readonly view: ReportedView | null
  /** Today of the company, and its clock. */
  readonly today: string
  readonly zone: string
  readonly onClose: () => void
}

/** Returns the dialog that has a view of analytics made into a file, and sent by e-mail where that is wanted. */
export default function ReportView({ view, today, zone, onClose }: ReportViewProps) {
  const { t } = useTexts('analytics')
  const title = view?.name == null ? t('report.title') : t('report.titleOf', { name: view.name })
  return (
    <Dialog isOpen={view !== null} onClose={onClose} title={title} closeLabel={t('state.close')}>
      {view !== null && <ReportForm view={view} today={today} zone={zone} onClose={onClose} />}
    </Dialog>
  )
}

function ReportForm({ view, today, zone, onClose }: ReportViewProps & { readonly view: ReportedView }) {
  const { t } = useTexts('analytics')
  const format = useFormat()
  const [kind, setKind] = useState<Format>('PDF')
  const [language, setLanguage] = useState<Language>(format.locale)
  const [isMailed, setMailed] = useState(false)
  const printing = useChange(PrintAnalyticsDocument)
  const sending = useChange(SendAnalyticsDocument)
  const [answer, setAnswer] = useState<{ readonly text: string; readonly isMade: boolean } | null>(null)
  const dates = datesOfView(view, today)
  const dayOf = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  const make = async () => {
    const asked = { search: view.search, name: view.name, format: kind, language, ...periodOfView(dates, zone) }
    const { data, problems } = await (isMailed ? sending : printing).run(asked)
    const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage ?? '')
    setAnswer({ text, isMade: data?.result.success === true })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p>{dates[0] === dates[1] ? dayOf(dates[0]) : `${dayOf(dates[0])} – ${dayOf(dates[1])}`}</p>
      <SelectField
        name="format"
        label={t('report.format')}
        value={kind}
        options={FORMATS.map((value) => ({ value, label: value }))}
        onChange={(value) => setKind(FORMATS.find((one) => one === value) ?? kind)}
      />
      <SelectField
        name="language"
        label={t('report.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? language)}
      />
      <CheckField name="mail" label={t('report.mail')} isChecked={isMailed} onChange={setMailed} />
      <div aria-live="polite">
        {answer !== null && (
          <p>
            {answer.text} {answer.isMade && <Link to="/reports">{t('report.toReports')}</Link>}
          </p>
        )}
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={printing.isBusy || sending.isBusy}>
          {t('report.make')}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
