import { useState } from 'react'
import { currentDensity, DENSITIES, setDensity } from '#web/base/density.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { LINE_COLUMNS, type LineColumn } from '../list/lineColumns.ts'
import classes from './ColumnsPanel.module.css'
import { withColumn } from './lineView.view.ts'

type ColumnsPanelProps = {
  readonly isOpen: boolean
  /** Null = the usual ones. */
  readonly columns: readonly LineColumn[] | null
  readonly onChange: (columns: readonly LineColumn[] | null) => void
  readonly onClose: () => void
}

/** Returns the panel that chooses the columns of the lines, kept in the address, and their height, kept in this browser. */
export default function ColumnsPanel({ isOpen, columns: chosen, onChange, onClose }: ColumnsPanelProps) {
  const { t } = useTexts('list')
  const columns = chosen ?? LINE_COLUMNS
  const [density, setShown] = useState(currentDensity)
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={t('lines.columns')} closeLabel={t('state.close')}>
      <div className={classes['columns']}>
        {LINE_COLUMNS.map((column) => (
          <CheckField
            key={column}
            name={column}
            label={t(`lines.names.${column}`)}
            isChecked={columns.includes(column)}
            onChange={() => onChange(withColumn(columns, column))}
          />
        ))}
      </div>
      <ActionButton onClick={() => onChange(null)}>{t('lines.all')}</ActionButton>
      <ChoiceGroup
        label={t('lines.density')}
        value={density}
        choices={DENSITIES.map((value) => ({ value, label: t(`lines.densities.${value}`) }))}
        onChange={(value) => {
          setDensity(value)
          setShown(value)
        }}
      />
    </SidePanel>
  )
}
