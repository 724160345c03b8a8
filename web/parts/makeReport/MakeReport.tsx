import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReportFormat } from '#engine/report/reportKind.ts'
import { LANGUAGES, type Language } from '#engine/user/language.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES } from '#web/ui/locale.ts'

/** How a report is wanted. */
export type ReportWish<Format extends ReportFormat> = {
  readonly format: Format
  readonly language: Language
  /** Whether it is also sent by e-mail. */
  readonly isMailed: boolean
}

type MakeReportProps<Format extends ReportFormat> = {
  readonly isOpen: boolean
  readonly title: string
  /** Both included. */
  readonly dates: readonly [string, string]
  readonly formats: readonly [Format, ...(readonly Format[])]
  /** In the words of the area. */
  readonly texts: Readonly<Record<'format' | 'language' | 'mail' | 'make' | 'toReports', string>>
  readonly isBusy: boolean
  /** Asks for it and returns what became of that. */
  readonly ask: (wish: ReportWish<Format>) => Promise<{ readonly text: string; readonly isMade: boolean }>
  readonly onClose: () => void
}

/** Returns the dialog that has what a page shows made into a file, and sent by e-mail where that is wanted. */
export function MakeReport<Format extends ReportFormat>(props: MakeReportProps<Format>) {
  const { t } = useCommonTexts()
  const { isOpen, title, onClose } = props
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={t('state.close')}>
      {isOpen && <MakeReportForm {...props} />}
    </Dialog>
  )
}

function MakeReportForm<Format extends ReportFormat>({ dates, formats, texts, isBusy, ask, onClose }: MakeReportProps<Format>) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const [kind, setKind] = useState<Format>(formats[0])
  const [language, setLanguage] = useState<Language>(format.locale)
  const [isMailed, setMailed] = useState(false)
  const [answer, setAnswer] = useState<{ readonly text: string; readonly isMade: boolean } | null>(null)
  const dayOf = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void ask({ format: kind, language, isMailed }).then(setAnswer)
      }}
    >
      <p>{dates[0] === dates[1] ? dayOf(dates[0]) : `${dayOf(dates[0])} – ${dayOf(dates[1])}`}</p>
      <SelectField
        name="format"
        label={texts.format}
        value={kind}
        options={formats.map((value) => ({ value, label: value }))}
        onChange={(value) => setKind(formats.find((one) => one === value) ?? kind)}
      />
      <SelectField
        name="language"
        label={texts.language}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(value) => setLanguage(LANGUAGES.find((one) => one === value) ?? language)}
      />
      <CheckField name="mail" label={texts.mail} isChecked={isMailed} onChange={setMailed} />
      <div aria-live="polite">
        {answer !== null && (
          <p>
            {answer.text} {answer.isMade && <Link to="/reports">{texts.toReports}</Link>}
          </p>
        )}
      </div>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
        <ActionButton isMain isSubmit isBusy={isBusy}>
          {texts.make}
        </ActionButton>
      </DialogActions>
    </form>
  )
}
