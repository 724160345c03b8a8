import { fileNamePart } from '#web/parts/csv/csv.ts'
import { fileColumns } from '#web/parts/list/listColumn.ts'
import { FileButton } from '#web/parts/list/table/FileButton.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useLiveStore } from '#web/api/live.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { ListSearch } from '../list/listSearch.view.ts'
import { type LiveRow, useTableColumns } from './useTableColumns.tsx'

type TableFileProps = { readonly workCenters: readonly ListedCard[]; readonly search: ListSearch }

/** Returns the button that saves the table as a file: the work centers that are left, in their order, with the values of this moment. */
export default function TableFile({ workCenters, search }: TableFileProps) {
  const { t } = useTexts('list')
  const store = useLiveStore()
  const columns = useTableColumns(search.color)
  const rows = workCenters.map((workCenter): LiveRow => ({ workCenter, live: undefined }))
  const readPage = () =>
    Promise.resolve({ items: rows.map(({ workCenter }) => ({ workCenter, live: store.get(workCenter.id) })), totalItems: rows.length })
  return <FileButton columns={fileColumns(columns, search.columns)} rows={rows} file={{ name: fileNamePart(t('page.boxes')), readPage }} />
}
