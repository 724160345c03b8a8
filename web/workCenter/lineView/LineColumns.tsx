import ColumnsPanel from '#web/parts/list/table/ColumnsPanel.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { LINE_COLUMNS, type LineColumn } from '../list/lineColumns.ts'

type LineColumnsProps = {
  readonly isOpen: boolean
  readonly columns: readonly LineColumn[] | null
  readonly onChange: (columns: readonly LineColumn[] | null) => void
  readonly onClose: () => void
}

/** Returns the panel that chooses the columns of the lines. */
export default function LineColumns({ isOpen, columns, onChange, onClose }: LineColumnsProps) {
  const { t } = useTexts('list')
  const titled = LINE_COLUMNS.map((key) => ({ key, title: t(`lines.names.${key}`) }))
  return <ColumnsPanel isOpen={isOpen} columns={titled} chosen={columns} onChange={onChange} onClose={onClose} />
}
