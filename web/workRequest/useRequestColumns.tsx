import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { MoveMenu } from './MoveMenu.tsx'
import type { RequestMoves } from './useRequestMoves.ts'
import { isLate, titleOf } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type Request = ListedRequestFragment

/** Returns the columns of the list of requests. */
export function useRequestColumns(moves: RequestMoves, onOpen: (id: number) => void): readonly ListColumn<Request>[] {
  const { t } = useTexts('workRequest')
  const format = useFormat()
  const at = (instant: string | null) => (instant === null ? '' : format.dateTime(Date.parse(instant)))
  const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant))
  return [
    {
      key: 'content',
      title: t('column.content'),
      isTitle: true,
      value: ({ content }) => content,
      cell: (request) => (
        <button type="button" className={classes['title']} data-open onClick={() => onOpen(request.id)}>
          {titleOf(request)}
        </button>
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 150,
      isPlain: true,
      isSortable: true,
      value: ({ status }) => t(`status.${status}`),
      cell: ({ status }) => t(`status.${status}`),
    },
    {
      key: 'workCenter',
      title: t('column.workCenter'),
      width: 160,
      isPlain: true,
      value: ({ workCenter }) => workCenter?.name ?? '',
      cell: ({ workCenter }) => workCenter?.name ?? t('noPlace'),
    },
    {
      key: 'responsible',
      title: t('field.responsible'),
      width: 170,
      foldsBelow: 992,
      value: ({ responsible }) => responsible?.fullName ?? '',
      cell: ({ responsible }) => responsible?.fullName ?? '–',
    },
    {
      key: 'due',
      title: t('field.due'),
      kind: 'instant',
      width: 160,
      isSortable: true,
      value: ({ dueAt }) => ms(dueAt),
      cell: (request) => (
        <span className={isLate(request, serverNow()) ? classes['late'] : undefined}>
          {request.dueAt === null ? '–' : at(request.dueAt)}
        </span>
      ),
    },
    {
      key: 'created',
      title: t('column.created'),
      kind: 'instant',
      width: 160,
      isSortable: true,
      startsDown: true,
      foldsBelow: 992,
      value: ({ createdAt }) => ms(createdAt),
      cell: ({ createdAt, createdBy }) => [at(createdAt), createdBy?.fullName].filter(Boolean).join(', '),
    },
    {
      key: 'act',
      title: t('column.moves'),
      width: 64,
      isPlain: true,
      cell: (request) => <MoveMenu request={request} onMove={(move) => moves.start(request, move)} />,
    },
  ]
}
