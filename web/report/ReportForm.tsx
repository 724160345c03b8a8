import { useState, Suspense } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { REPORT_FORMATS } from '#engine/report/reportKind.ts'
import { formatsOf } from '#engine/report/subscription.ts'
import { dateAt } from '#engine/time/statPeriod.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import {
  ExportLossesDocument,
  PrintDowntimeDocument,
  PrintEfficiencyDocument,
  PrintEnergyDocument,
  PrintLossesDocument,
  PrintShiftsDocument,
  SendDowntimeDocument,
  SendEfficiencyDocument,
  SendEnergyDocument,
  SendLossesDocument,
  SendShiftsDocument,
  type ReportPlacesQuery,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useListSearch } from '#web/parts/list/useListSearch.ts'
import { SubscribeTo } from '#web/parts/subscription/laterDialog.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SeveralField } from '#web/ui/form/SeveralField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import { askedPeriod, choiceOf, offeredTypes, ranged, regularOf, zoneOfReport } from './reports.view.ts'
import { REPORT_RANGES, REPORT_SEARCH } from './reportSearch.ts'
import classes from './ReportsPage.module.css'

type ReportFormProps = { readonly known: ReportPlacesQuery; readonly onAsked: () => void }

/** Returns the choice of a report and the buttons that have it made, as a file, for the viewer's e-mail, or again and again; the address holds the choice. */
export function ReportForm({ known: { workCenters: places, archived, workCenterGroups: groups, companies }, onAsked }: ReportFormProps) {
  const { t } = useTexts('report')
  const viewer = useViewer()
  const { locale } = useFormat()
  const { search, change } = useListSearch(REPORT_SEARCH)
  const now = useCoarseNow(MINUTE_MS)
  const types = offeredTypes(viewer.readable)
  const companyZone = companies.find(({ id }) => id === viewer.company?.id)?.timeZone ?? viewer.timeZone
  const isAssigned = viewer.role === 'OPERATOR'
  const zone = zoneOfReport({ search, places, archived, isAssigned }, companyZone)
  const choice = choiceOf(search, { types, places, archived, isAssigned, language: locale, today: dateAt(zone, now) })
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
    SHIFT: useChange(SendShiftsDocument),
  }
  const exporting = useChange(ExportLossesDocument)
  const printingEnergy = useChange(PrintEnergyDocument)
  const sendingEnergy = useChange(SendEnergyDocument)
  const [subscribed, setSubscribed] = useState<'closed' | 'never' | 'open'>('never')
  const period = askedPeriod(choice, zone)
  const isNowhere = choice.workCenterIds?.length === 0
  const isImpossible = period === null || isNowhere
  // Losses as CSV have no e-mail of this form.
  const isSendable = choice.format !== 'CSV' || choice.type === 'ENERGY'
  const isSending = sendingEnergy.isBusy || Object.values(sends).some((one) => one.isBusy)
  const isBusy = exporting.isBusy || printingEnergy.isBusy || Object.values(prints).some((one) => one.isBusy)
  const regular = regularOf(search, choice)
  const ask = async (isMailed: boolean) => {
    if (isImpossible) return
    const { type, format, language } = choice
    const workCenterIds = choice.workCenterIds === null ? null : [...choice.workCenterIds]
    const common = { periodStart: period.start, periodEnd: period.end, language, workCenterIds }
    const { data, problems } =
      type === 'ENERGY'
        ? await (isMailed ? sendingEnergy : printingEnergy).run({ ...common, format })
        : format === 'CSV'
          ? await exporting.run(common)
          : await (isMailed ? sends : prints)[type].run({ ...common, format })
    const text = problems[0] ? problemText(t, problems[0]) : (data?.result.errorMessage ?? data?.result.successMessage)
    if (text != null) showToast(text)
    onAsked()
  }
  const several = {
    several: (count: number) => t('form.several', { count }),
    find: t('form.find'),
    clear: t('form.clear'),
    none: t('form.noneFound'),
  }
  return (
    <>
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
        {groups.length > 0 && (
          <SeveralField
            label={t('form.group')}
            options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={search.wcGroup.map(String)}
            onChange={(chosen) => change({ wcGroup: chosen.map(Number) })}
            texts={{ any: t('form.allGroups'), ...several }}
          />
        )}
        {places.length > 0 && (
          <SeveralField
            label={t('form.place')}
            options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={search.wc.map(String)}
            onChange={(chosen) => change({ wc: chosen.map(Number) })}
            texts={{ any: t('form.allPlaces'), ...several }}
          />
        )}
        <SelectField
          name="range"
          label={t('form.range')}
          value={search.range}
          options={REPORT_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={(value) => change(ranged(REPORT_RANGES.find((one) => one === value) ?? 'last7', choice))}
        />
        <DateField
          name="from"
          label={t('form.from')}
          value={choice.from}
          onChange={(from) => change({ range: 'dates', from, to: choice.to })}
        />
        <DateField
          name="to"
          label={t('form.to')}
          value={choice.to}
          onChange={(to) => change({ range: 'dates', from: choice.from, to })}
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
          onChange={(value) => change({ lang: LANGUAGES.find((one) => one === value) ?? '' })}
        />
        <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={isImpossible}>
          {t('form.make')}
        </ActionButton>
        {isSendable && (
          <ActionButton isBusy={isSending} isDisabled={isImpossible} onClick={() => void ask(true)}>
            {t('form.send')}
          </ActionButton>
        )}
        <ActionButton isDisabled={regular === null} onClick={() => setSubscribed('open')}>
          {t('form.regularly')}
        </ActionButton>
        {isNowhere && (
          <p className={classes['hint']} role="status">
            {t('form.noPlace')}
          </p>
        )}
        <p className={classes['hint']}>
          {t('form.hint')} {t('form.regularHint')}
        </p>
      </form>
      <Suspense fallback={null}>
        {subscribed !== 'never' && <SubscribeTo begins={subscribed === 'open' ? regular : null} onClose={() => setSubscribed('closed')} />}
      </Suspense>
    </>
  )
}
