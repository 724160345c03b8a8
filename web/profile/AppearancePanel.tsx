import { useState } from 'react'
import { currentDensity, DENSITIES, setDensity } from '#web/base/density.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { chooseScheme, COLOR_SCHEMES, useChosenScheme } from '#web/ui/colorScheme.ts'
import { Section } from './Section.tsx'
import classes from './Section.module.css'

/** Returns colours and height of rows; both belong to this device, not to the person (U-12). */
export function AppearancePanel() {
  const { t } = useTexts('profile')
  const colorScheme = useChosenScheme()
  const [density, showDensity] = useState(currentDensity)
  return (
    <Section title={t('appearance.title')} text={t('appearance.text')}>
      <div className={classes['row']}>
        <ChoiceGroup
          label={t('appearance.theme')}
          value={colorScheme}
          choices={COLOR_SCHEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChange={chooseScheme}
        />
      </div>
      <div className={classes['row']}>
        <ChoiceGroup
          label={t('appearance.density')}
          value={density}
          choices={DENSITIES.map((value) => ({ value, label: t(`density.${value}`) }))}
          onChange={(value) => {
            setDensity(value)
            showDensity(value)
          }}
        />
      </div>
    </Section>
  )
}
