import { useContext, useMemo } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { MISSING } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { ActiveOrdersContext } from '../list/activeOrders.ts'
import { cardFigures } from '../list/card.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { CardColor } from '../list/listSearch.view.ts'
import type { TableColumn } from '../list/tableColumns.ts'
import { COLUMN_WIDTHS, NAME_WIDTH, STARTS_DOWN, STRIP_WIDTH } from './table.view.ts'
import { FactorCell, NameCell, OeeCell, OrderCell, OutputCell, ReasonsCell, StatusCell, StripCell } from './WorkCenterCells.tsx'

/** A work center with its live state; of a row that is not drawn it is not read. */
export type LiveRow = { readonly workCenter: ListedCard; readonly live: LiveWorkCenter | undefined }

/** Returns the columns of the table of work centers, from which its head, its cells and its file follow. */
export function useTableColumns(color: CardColor): readonly ListColumn<LiveRow>[] {
  const { t } = useTexts('list')
  const format = useFormat()
  const unitName = useUnitName()
  const names = useLiveName()
  const orders = useContext(ActiveOrdersContext)
  return useMemo(() => {
    const named = (key: Exclude<TableColumn, 'strip'>) => ({
      key,
      title: t(`table.names.${key}`),
      width: COLUMN_WIDTHS[key],
      isSortable: true,
      startsDown: STARTS_DOWN.includes(key),
    })
    const percentTitles = (title: string) => ({ fileTitles: [`${title}, %`], unit: '%' })
    const factor = (key: 'availability' | 'performance' | 'quality'): ListColumn<LiveRow> => ({
      ...named(key),
      ...percentTitles(t(`oee.${key}`)),
      short: t(`oee.${key}Letter`),
      kind: 'number',
      value: ({ live }) => percent(live?.oee?.[key]),
      cell: ({ workCenter, live }) => <FactorCell factor={cardFigures(workCenter, live).factors.find((one) => one.key === key)} />,
    })
    const columns: readonly ListColumn<LiveRow>[] = [
      {
        key: 'name',
        title: t('table.names.name'),
        isTitle: true,
        isSortable: true,
        value: ({ workCenter }) => workCenter.name,
        cell: ({ workCenter }) => <NameCell workCenter={workCenter} />,
      },
      {
        key: 'group',
        title: t('filters.group'),
        ...ONLY_IN_FILE,
        value: ({ workCenter }) => workCenter.group?.name ?? null,
      },
      {
        ...named('status'),
        value: ({ live }) => names.nameOf(live),
        cell: ({ workCenter, live }) => <StatusCell style={cardFigures(workCenter, live).style} live={live} isPlain={color === 'oee'} />,
      },
      {
        ...named('since'),
        kind: 'instant',
        value: ({ live }) => live?.status?.since ?? null,
        cell: ({ live }) =>
          live?.status ? (
            <span title={format.dateTime(live.status.since)}>
              <Timer since={live.status.since} />
            </span>
          ) : (
            MISSING
          ),
      },
      {
        ...named('oee'),
        ...percentTitles(t('oee.oee')),
        kind: 'number',
        value: ({ live }) => percent(live?.oee?.oee),
        cell: ({ workCenter, live }) => {
          const { oee, band } = cardFigures(workCenter, live)
          return <OeeCell oee={oee} band={band} isFilled={color === 'oee'} target={workCenter.targetOee ?? null} />
        },
      },
      factor('availability'),
      factor('performance'),
      factor('quality'),
      {
        ...named('output'),
        kind: 'number',
        fileTitles: [t('output.total')],
        value: ({ live }) => live?.output?.total ?? null,
        cell: ({ workCenter, live }) => <OutputCell output={live?.output ?? null} unit={workCenter.outputMeasurementUnit} />,
      },
      {
        key: 'plan',
        title: t('output.plan'),
        ...ONLY_IN_FILE,
        kind: 'number',
        value: ({ live }) => live?.output?.targetFullShift ?? null,
      },
      {
        key: 'unit',
        title: t('table.unit'),
        ...ONLY_IN_FILE,
        value: ({ workCenter }) => unitName(workCenter.outputMeasurementUnit),
      },
      {
        ...named('rejected'),
        kind: 'number',
        value: ({ live }) => live?.output?.rejected ?? null,
        cell: ({ live }) => format.number(live?.output?.rejected),
      },
      {
        ...named('order'),
        isSortable: false,
        value: ({ workCenter }) => orders.get(workCenter.id)?.code ?? null,
        cell: ({ workCenter }) => <OrderCell id={workCenter.id} />,
      },
      {
        ...named('reasons'),
        kind: 'number',
        value: ({ live }) => live?.unclassifiedLossCount ?? null,
        cell: ({ live }) => <ReasonsCell count={live?.unclassifiedLossCount} />,
      },
      {
        key: 'strip',
        title: t('table.names.strip'),
        cell: ({ workCenter, live }) => (live === undefined ? MISSING : <StripCell workCenter={workCenter} shift={live.shift} />),
      },
    ]
    return columns
  }, [t, format, unitName, names, orders, color])
}

/** Returns the least width of the table in CSS px. */
export function leastWidth(columns: readonly ListColumn<LiveRow>[]): number {
  return columns.reduce((sum, { key, width }) => sum + (width ?? (key === 'name' ? NAME_WIDTH : STRIP_WIDTH)), 0)
}

const ONLY_IN_FILE = { isOnlyInFile: true, isAlwaysInFile: true, cell: () => null } as const

/** In percent with one decimal, as the cells show it. */
function percent(ratio: number | null | undefined): number | null {
  return ratio == null ? null : Math.round(ratio * 1000) / 10
}
