import { PrintAnalyticsDocument, SendAnalyticsDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { MakeReport } from '#web/parts/makeReport/MakeReport.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { datesOfView, periodOfView, type ReportedView } from './reportView.view.ts'

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
  const printing = useChange(PrintAnalyticsDocument)
  const sending = useChange(SendAnalyticsDocument)
  const { search, name } = view ?? { search: '', name: null }
  const dates = datesOfView({ search }, today)
  return (
    <MakeReport
      isOpen={view !== null}
      title={name === null ? t('report.title') : t('report.titleOf', { name })}
      dates={dates}
      formats={['PDF', 'XLSX']}
      texts={{
        format: t('report.format'),
        language: t('report.language'),
        mail: t('report.mail'),
        make: t('report.make'),
        toReports: t('report.toReports'),
      }}
      isBusy={printing.isBusy || sending.isBusy}
      ask={async ({ format, language, isMailed }) => {
        const asked = { search, name, format, language, ...periodOfView(dates, zone) }
        const { data, problems } = await (isMailed ? sending : printing).run(asked)
        const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage ?? '')
        return { text, isMade: data?.result.success === true }
      }}
      onClose={onClose}
    />
  )
}
