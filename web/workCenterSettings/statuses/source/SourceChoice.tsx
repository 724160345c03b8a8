import { STATUS_SOURCES, type StatusSource } from '#engine/status/statusRule.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import type { SettingsWorkCenter } from '../../frame/settingsTabProps.ts'
import classes from './source.module.css'

type SourceChoiceProps = {
  readonly workCenter: SettingsWorkCenter
  readonly source: StatusSource
  readonly isConvertible: boolean
  readonly isConverted: boolean
  readonly unsavedCount: number
  readonly onSource: (source: StatusSource) => void
  readonly onConverted: (isConverted: boolean) => void
}

/** Returns the first step: another source, and whether the rules take their ranges in it. */
export function SourceChoice({ workCenter, source, isConvertible, isConverted, unsavedCount, onSource, onConverted }: SourceChoiceProps) {
  const { t } = useTexts('statuses')
  return (
    <>
      {unsavedCount > 0 && (
        <p role="note" className={classes['warning']}>
          {t('wizard.unsaved', { count: unsavedCount })}
        </p>
      )}
      <p>{t('wizard.now', { source: t(`signal.title.${workCenter.statusSource}`) })}</p>
      <ChoiceGroup
        label={t('wizard.source')}
        value={source}
        choices={STATUS_SOURCES.filter((one) => one !== workCenter.statusSource).map((value) => ({
          value,
          label: t(`signal.title.${value}`),
        }))}
        onChange={onSource}
      />
      <p className={classes['hint']}>{t(`wizard.about.${source}`)}</p>
      {isConvertible ? (
        <ChoiceGroup
          label={t('wizard.rules')}
          value={isConverted ? 'convert' : 'archive'}
          choices={[
            { value: 'convert', label: t('wizard.convert') },
            { value: 'archive', label: t('wizard.archive') },
          ]}
          onChange={(value) => onConverted(value === 'convert')}
        />
      ) : (
        <p role="note">{t('wizard.noConversion')}</p>
      )}
    </>
  )
}
