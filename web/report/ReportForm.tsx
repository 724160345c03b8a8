import { useState } from 'react'
import { REPORT_FORMATS } from '#engine/report/reportKind.ts'
import { formatsOf } from '#engine/report/subscription.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import {
  ExportLossesDocument,
  PrintDowntimeDocument,
  PrintEfficiencyDocument,
  PrintLossesDocument,
  PrintShiftsDocument,
  SendDowntimeDocument,
  SendEfficiencyDocument,
  SendLossesDocument,
  type ReportPlacesQuery,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SeveralField } from '#web/ui/form/SeveralField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import { askedPeriod, changedChoice, lastWeek, offeredTypes, type ReportChoice } from './reports.view.ts'
import classes from './ReportsPage.module.css'

type ReportFormProps = { readonly places: ReportPlacesQuery['workCenters']; readonly onAsked: () => void }

/** Returns the choice of a report and the buttons that have it made, as a file or for the viewer's e-mail. */
export function ReportForm({ places, onAsked }: ReportFormProps) {
  const { t } = useTexts('report')
  const viewer = useViewer()
  const { locale } = useFormat()
  const types = offeredTypes(viewer.readable)
  const [choice, setChoice] = useState<ReportChoice>(() => ({
    type: types[0] ?? 'SHIFT',
    format: 'PDF',
    language: locale,
    workCenterIds: [],
    ...lastWeek(places[0]?.timeZone ?? viewer.timeZone, Date.now()),
  }))
  const change = (next: Partial<ReportChoice>) => setChoice(changedChoice(choice, next))
  const prints = {
    GENERAL: useChange(PrintEfficiencyDocument),
    DOWNTIME: useChange(PrintDowntimeDocument),
    LOSSES: useChange(PrintLossesDocument),
    SHIFT: useChange(PrintShiftsDocument),
  }
  const sends = {
    GENERAL: useChange(SendEfficiencyDocument),
    DOWNTIME: useChange(SendDowntimeDocument),
    LOSSES: useChange(SendLossesDocument),
    SHIFT: null,
  }
  const exporting = useChange(ExportLossesDocument)
  const chosen = places.filter(({ id }) => choice.workCenterIds.includes(id))
  const period = askedPeriod(choice, chosen[0]?.timeZone ?? places[0]?.timeZone ?? viewer.timeZone)
  const sending = choice.format === 'CSV' ? null : sends[choice.type]
  const isBusy = exporting.isBusy || Object.values(prints).some((one) => one.isBusy)
  const ask = async (isMailed: boolean) => {
    if (period === null) return
    const workCenterIds = chosen.length === 0 ? null : chosen.map(({ id }) => id)
    const common = { periodStart: period.start, periodEnd: period.end, language: choice.language, workCenterIds }
    const making = isMailed ? (sending ?? prints[choice.type]) : prints[choice.type]
    const { data, problems } =
      choice.format === 'CSV' ? await exporting.run(common) : await making.run({ ...common, format: choice.format })
    const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage)
    if (text != null) showToast(text)
    onAsked()
  }
  return (
    <form
      className={classes['form']}
      aria-label={t('form.title')}
      onSubmit={(event) => {
        event.preventDefault()
        void ask(false)
      }}
    >
      <SelectField
        name="type"
        label={t('form.type')}
        value={choice.type}
        options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => change({ type: types.find((one) => one === value) ?? choice.type })}
      />
      {places.length > 0 && (
        <SeveralField
          label={t('form.place')}
          options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={choice.workCenterIds.map(String)}
          onChange={(chosen) => change({ workCenterIds: chosen.map(Number) })}
          texts={{
            any: t('form.allPlaces'),
            several: (count) => t('form.several', { count }),
            find: t('form.find'),
            clear: t('form.clear'),
            none: t('form.noneFound'),
          }}
        />
      )}
      <DateField name="from" label={t('form.from')} value={choice.from} onChange={(from) => change({ from })} />
      <DateField
        name="to"
        label={t('form.to')}
        value={choice.to}
        onChange={(to) => change({ to })}
        error={period === null ? t('form.wrongDates') : null}
      />
      <SelectField
        name="format"
        label={t('form.format')}
        value={choice.format}
        options={formatsOf(choice.type).map((value) => ({ value, label: value }))}
        onChange={(value) => change({ format: REPORT_FORMATS.find((one) => one === value) ?? choice.format })}
      />
      <SelectField
        name="language"
        label={t('form.language')}
        value={choice.language}
        options={LANGUAGES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(value) => change({ language: value })}
      />
      <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={period === null}>
        {t('form.make')}
      </ActionButton>
      {sending !== null && (
        <ActionButton isBusy={sending.isBusy} isDisabled={period === null} onClick={() => void ask(true)}>
          {t('form.send')}
        </ActionButton>
      )}
      <p className={classes['hint']}>{t('form.hint')}</p>
    </form>
  )
}
