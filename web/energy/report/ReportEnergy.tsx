import { PrintEnergyDocument, SendEnergyDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { MakeReport } from '#web/parts/makeReport/MakeReport.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { energyDates, energyVariables } from '../energy.view.ts'
import type { EnergySearch } from '../energySearch.ts'

type ReportEnergyProps = {
  readonly isOpen: boolean
  readonly search: EnergySearch
  /** Today of the company, and its clock. */
  readonly today: string
  readonly zone: string
  readonly onClose: () => void
}

/** Returns the dialog that has the energy of the days and work centers of the page made into a file, and sent by e-mail where that is wanted. */
export default function ReportEnergy({ isOpen, search, today, zone, onClose }: ReportEnergyProps) {
  const { t } = useTexts('energy')
  const printing = useChange(PrintEnergyDocument)
  const sending = useChange(SendEnergyDocument)
  const { period } = energyVariables(search, { zone, today })
  return (
    <MakeReport
      isOpen={isOpen}
      title={t('report.title')}
      dates={energyDates(search, today)}
      formats={['PDF', 'XLSX', 'CSV']}
      texts={{
        format: t('report.format'),
        language: t('report.language'),
        mail: t('report.mail'),
        make: t('report.make'),
        toReports: t('report.toReports'),
      }}
      isBusy={printing.isBusy || sending.isBusy}
      ask={async ({ format, language, isMailed }) => {
        const workCenterIds = search.wc.length === 0 ? null : [...search.wc]
        const asked = { periodStart: period.start, periodEnd: period.end, format, language, workCenterIds }
        const { data, problems } = await (isMailed ? sending : printing).run(asked)
        const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage ?? '')
        return { text, isMade: data?.result.success === true }
      }}
      onClose={onClose}
    />
  )
}
