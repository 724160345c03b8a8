import { useMemo } from 'react'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import classes from './ChecklistsPage.module.css'
import { lookOf, nameOf, type Occurrence } from './occurrence.view.ts'
import { OccurrenceMark } from './OccurrenceMark.tsx'

/** Returns the columns of what became of checklists; the server has them in their order. */
export function useResultColumns(onLook: (id: number) => void): readonly ListColumn<Occurrence>[] {
  const { t } = useTexts('checklist')
  const own = useFormat()
  const formatIn = useMemo(() => zoneFormats(own), [own])
  const timeOf = (workCenter: Occurrence['workCenter'], at: string): string => {
    const inZone = workCenter == null ? own : formatIn(workCenter.timeZone)
    return inZone.dateTime(Date.parse(at))
  }
  const fixed = { isSortable: false } as const
  return [
    {
      ...fixed,
      key: 'name',
      title: t('field.name'),
      isTitle: true,
      width: 240,
      cell: ({ id, checklist }) => (
        <button type="button" className={classes['open']} data-open onClick={() => onLook(id)}>
          {checklist?.name}
        </button>
      ),
      value: ({ checklist }) => checklist?.name ?? null,
    },
    {
      ...fixed,
      key: 'where',
      title: t('list.where'),
      width: 200,
      isPlain: true,
      cell: ({ workCenter }) => workCenter?.name ?? '',
      value: ({ workCenter }) => workCenter?.name ?? null,
    },
    {
      ...fixed,
      key: 'due',
      title: t('results.due'),
      kind: 'instant',
      width: 180,
      cell: ({ workCenter, dueAt }) => timeOf(workCenter, dueAt),
      value: ({ dueAt }) => Date.parse(dueAt),
    },
    {
      ...fixed,
      key: 'result',
      title: t('results.result'),
      width: 200,
      isPlain: true,
      cell: (occurrence) => <OccurrenceMark occurrence={occurrence} />,
      value: (occurrence) => t(`look.${lookOf(occurrence)}`),
    },
    {
      ...fixed,
      key: 'by',
      title: t('results.by'),
      width: 180,
      foldsBelow: 992,
      cell: ({ submittedBy }) => nameOf(submittedBy),
      value: ({ submittedBy }) => nameOf(submittedBy),
    },
    {
      ...fixed,
      key: 'at',
      title: t('results.at'),
      kind: 'instant',
      width: 180,
      foldsBelow: 992,
      cell: ({ workCenter, submittedAt }) => (submittedAt === null ? '' : timeOf(workCenter, submittedAt)),
      value: ({ submittedAt }) => (submittedAt === null ? null : Date.parse(submittedAt)),
    },
    {
      ...fixed,
      key: 'why',
      title: t('results.why'),
      width: 200,
      foldsBelow: 992,
      cell: ({ skipReason }) => skipReason ?? '',
      value: ({ skipReason }) => skipReason,
    },
  ]
}
