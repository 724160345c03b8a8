import { useState } from 'react'
import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { DeleteEnergyTariffDocument, EnergyTariffsDocument, type TariffFiguresFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormSection } from '#web/ui/form/FormLayout.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { dayKey, daysText } from './energyTariff.view.ts'
import classes from './EnergyTariffs.module.css'
import { TariffForm } from './TariffForm.tsx'

const NO_TARIFFS: readonly TariffFiguresFragment[] = []
const INTEREST = { workCenterIds: null, kinds: ['energy'] } as const
const NOTHING = {}

/** Returns what energy costs the company, tariff by tariff, to be changed by who may (domain.md S-14). */
export function EnergyTariffs() {
  const { t } = useTexts('company')
  const format = useFormat()
  const mayChange = mayEditCompany(useViewer())
  const [result, refetch] = useFreshQuery(EnergyTariffsDocument, NOTHING, INTEREST)
  const gone = useChange(DeleteEnergyTariffDocument)
  /** The tariff that is edited; 'NEW' for one that is not there yet. */
  const [edited, setEdited] = useState<TariffFiguresFragment | 'NEW' | null>(null)
  const [leaving, setLeaving] = useState<TariffFiguresFragment | null>(null)
  const tariffs = result.data?.energyTariffs ?? NO_TARIFFS
  const price = (value: number, currency: string) => t('tariff.price', { value: numberText(value, format.locale), currency })
  const dateOf = (date: string) => {
    const noon = Date.parse(`${date}T12:00:00Z`)
    return format.date(noon - format.zoneOffset(noon))
  }
  const remove = async (tariff: TariffFiguresFragment) => {
    const { problems } = await gone.run({ validFrom: tariff.validFrom })
    setLeaving(null)
    showToast(problems[0] === undefined ? t('tariff.deleted') : problemText(t, problems[0]))
    refetch()
  }
  return (
    <FormSection title={t('tariff.title')} help={t('tariff.help')}>
      {result.error !== undefined && result.data === undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refetch} />
      )}
      {result.data !== undefined && tariffs.length === 0 && <p className={classes['muted']}>{t('tariff.none')}</p>}
      {tariffs.length > 0 && (
        <ul className={classes['tariffs']}>
          {tariffs.map((tariff) => (
            <li key={tariff.validFrom} className={classes['tariff']}>
              <div className={classes['said']}>
                <b>{t('tariff.from', { date: dateOf(tariff.validFrom) })}</b>
                <span>{price(tariff.pricePerKwh, tariff.currency)}</span>
                {tariff.zones.map((zone) => (
                  <span key={`${zone.name} ${zone.from}`} className={classes['muted']}>
                    {zone.name} · {daysText(zone.days, (day) => t(`tariff.day.${dayKey(day)}`))} · {zone.from}–{zone.to} ·{' '}
                    {price(zone.pricePerKwh, tariff.currency)}
                  </span>
                ))}
              </div>
              {mayChange && (
                <div className={classes['acts']}>
                  <ActionButton onClick={() => setEdited(tariff)}>{t('tariff.change')}</ActionButton>
                  <ActionButton onClick={() => setLeaving(tariff)}>{t('tariff.delete')}</ActionButton>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div>
          <ActionButton onClick={() => setEdited('NEW')}>{t('tariff.add')}</ActionButton>
        </div>
      )}
      <SidePanel
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        side="right"
        title={edited === 'NEW' ? t('tariff.add') : t('tariff.edit')}
        closeLabel={t('state.close')}
      >
        {edited !== null && (
          <TariffForm
            tariff={edited === 'NEW' ? null : edited}
            currency={tariffs[0]?.currency ?? 'EUR'}
            onClose={() => setEdited(null)}
            onSaved={() => {
              setEdited(null)
              showToast(t('tariff.saved'))
              refetch()
            }}
          />
        )}
      </SidePanel>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={leaving === null ? '' : t('tariff.question', { date: dateOf(leaving.validFrom) })}
        confirmLabel={t('tariff.delete')}
        cancelLabel={t('tariff.cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={gone.isBusy}
        onConfirm={() => leaving !== null && void remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        <p>{t('tariff.questionHelp')}</p>
      </ConfirmDialog>
    </FormSection>
  )
}
