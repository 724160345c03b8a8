import ColumnsPanel from '#web/parts/list/table/ColumnsPanel.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { TABLE_COLUMNS, type TableColumn } from '../list/tableColumns.ts'

type TableColumnsProps = {
  readonly isOpen: boolean
  readonly columns: readonly TableColumn[] | null
  readonly onChange: (columns: readonly TableColumn[] | null) => void
  readonly onClose: () => void
}

/** Returns the panel that chooses the columns of the table. */
export default function TableColumns({ isOpen, columns, onChange, onClose }: TableColumnsProps) {
  const { t } = useTexts('list')
  const titled = TABLE_COLUMNS.map((key) => ({ key, title: t(`table.names.${key}`) }))
  return <ColumnsPanel isOpen={isOpen} columns={titled} chosen={columns} onChange={onChange} onClose={onClose} />
}
