import { useState } from 'react'
import { currentDensity, DENSITIES, setDensity } from '#web/base/density.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import classes from './ColumnsPanel.module.css'
import { toggledColumn } from './columnChoice.ts'

type ColumnsPanelProps<Column extends string> = {
  readonly isOpen: boolean
  /** Columns that can be left out, in their order. */
  readonly columns: readonly { readonly key: Column; readonly title: string }[]
  /** Null = all of them. */
  readonly chosen: readonly Column[] | null
  readonly onChange: (columns: readonly Column[] | null) => void
  readonly onClose: () => void
}

/** Returns the panel that chooses the columns of a list, kept in the address, and the height of its rows, kept in this browser. */
export default function ColumnsPanel<Column extends string>({ isOpen, columns, chosen, onChange, onClose }: ColumnsPanelProps<Column>) {
  const { t } = useTexts('table')
  const keys = columns.map(({ key }) => key)
  const [density, setShown] = useState(currentDensity)
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={t('columns')} closeLabel={t('state.close')}>
      <div className={classes['columns']}>
        {columns.map(({ key, title }) => (
          <CheckField
            key={key}
            name={key}
            label={title}
            isChecked={(chosen ?? keys).includes(key)}
            onChange={() => onChange(toggledColumn(keys, chosen, key))}
          />
        ))}
      </div>
      <ActionButton onClick={() => onChange(null)}>{t('allColumns')}</ActionButton>
      <ChoiceGroup
        label={t('density')}
        value={density}
        choices={DENSITIES.map((value) => ({ value, label: t(`densities.${value}`) }))}
        onChange={(value) => {
          setDensity(value)
          setShown(value)
        }}
      />
    </SidePanel>
  )
}
