import { filePercent, RowsFile, type FileColumn } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Branch, Reason } from './reasonTree.view.ts'
import { useReasonTexts } from './useReasonTexts.ts'

type Row = { readonly reason: Reason; readonly group: string }

/** Returns the buttons that save the reasons which search and choice leave, with how often each was given. */
export function ReasonsFile({ shown }: { readonly shown: readonly Branch[] }) {
  const { t } = useTexts('lossReason')
  const { rulesOf, placesOf } = useReasonTexts()
  const rows = shown.flatMap(({ group, reasons }): Row[] => reasons.map((reason) => ({ reason, group: group?.name ?? t('group.none') })))
  const columns: readonly FileColumn<Row>[] = [
    { title: t('column.group'), value: ({ group }) => group },
    { title: t('column.reason'), value: ({ reason }) => reason.name },
    { title: t('column.kind'), value: ({ reason }) => t(`category.${reason.category}`) },
    { title: t('field.type'), value: ({ reason }) => t(`type.${reason.type}`) },
    { title: t('column.rules'), value: ({ reason }) => rulesOf(reason).join('; ') },
    { title: t('column.places'), value: ({ reason }) => placesOf(reason) },
    { title: t('mark.hidden'), value: ({ reason }) => (reason.isHidden ? t('mark.hidden') : null) },
    { title: t('column.times'), kind: 'number', value: ({ reason }) => reason.usage.count },
    { title: t('column.time'), kind: 'duration', value: ({ reason }) => reason.usage.duration * 1000 },
    { title: t('column.hasty'), kind: 'number', unit: '%', value: ({ reason }) => filePercent(reason.usage.hastyShare) },
  ]
  return <RowsFile title={t('page.loss-reasons')} rows={rows} columns={columns} />
}
