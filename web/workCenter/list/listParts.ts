import { type ComponentProps, createElement, type ReactNode } from 'react'
import { withTexts } from '#web/texts/language.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { GroupedCardsProps } from './GroupedCards.tsx'

/** Parts of the list that load on demand. */
export const FilterChips = lazyPart(() => withTexts('list', withTexts('table', import('../filters/FilterChips.tsx'))))
export const FiltersPanel = lazyPart(() => withTexts('list', import('../filters/FiltersPanel.tsx')))
export const GroupedCards = lazyPart<GroupedCardsProps>(() => import('./GroupedCards.tsx'))
export const ColumnsPanel = lazyPart(() => withTexts('list', withTexts('table', import('../table/TableColumns.tsx'))))
type Table = Awaited<ReturnType<typeof loadTable>>['default']

let loadedTable: Table | null = null

/** Brings the files of the table; also before it is shown. */
export const loadTable = async () => {
  const loaded = await withTexts('list', withTexts('table', import('../table/WorkCenterTable.tsx')))
  loadedTable = loaded.default
  return loaded
}
export const WorkCenterTable = lazyPart(loadTable)

/** Returns whether the files of the table are there: what is printed cannot wait for them. */
export const hasTable = (): boolean => loadedTable !== null

/** Returns the table at once; nothing while its files are not there. */
export function PrintedTable(props: ComponentProps<Table>): ReactNode {
  return loadedTable === null ? null : createElement(loadedTable, props)
}
export const TableFile = lazyPart(() => withTexts('list', withTexts('table', import('../table/TableFile.tsx'))))
export const SavedViewsPanel = lazyPart(() => withTexts('table', import('#web/parts/list/table/SavedViewsPanel.tsx')))
export const NeedsYou = lazyPart(() => withTexts('needs', import('../needs/NeedsYou.tsx')))
export const StepsAbove = lazyPart(() => withTexts('firstStart', import('#web/base/firstStart/StepsAbove.tsx')))
export const EndCards = lazyPart(() => withTexts('list', import('../endCards/EndCards.tsx')))
export const GroupsDialog = lazyPart(async () => {
  const { GroupsDialog: component } = await withTexts('groups', import('../groups/GroupsDialog.tsx'))
  return { default: component }
})
export const CompareBar = lazyPart(() => withTexts('compare', import('../compare/CompareBar.tsx')))
/** Brings the files of the board; also before it is shown. */
export const loadBoard = async () => {
  const { TvBoard: component } = await withTexts('tv', import('../tv/TvBoard.tsx'))
  return { default: component }
}
export const TvBoard = lazyPart(loadBoard)
export const OperatorBoard = lazyPart(async () => {
  const { OperatorBoard: component } = await withTexts('operator', import('../operator/OperatorBoard.tsx'))
  return { default: component }
})
export const CompareView = lazyPart(() => withTexts('compare', withTexts('period', import('../compare/CompareView.tsx'))))
