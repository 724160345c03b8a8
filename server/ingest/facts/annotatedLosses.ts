import type { ClientBase } from 'pg'
import type { PieceRow } from '#engine/event/factEvents.ts'
import type { LossAnnotation } from '#engine/loss/lossSetup.ts'
import type { ChangedRow } from '#server/event/changedRows.ts'
import { lossJson, LOSS_IN_TAIL, TAIL_COLUMNS } from './factTables.ts'
import type { FactRow, WorkCenterFacts } from './factRows.ts'

const LOSS_KEY = 'company_id text, work_center_id integer, source text, start_at bigint, part smallint'

/**
 * A stop with a moved edge keeps its identity: the row about to be removed with an annotation becomes, in order, the new row with the same
 * annotation. Its end is written with the rest.
 */
const KEEP_IDS = `
with given as (
  select * from json_to_recordset($1::json) as given (${LOSS_KEY}, annotation_id bigint) where annotation_id is not null
), named as (
  select * from json_to_recordset($3::json) as named (${LOSS_KEY})
), coming as (
  select given.*, row_number() over (partition by company_id, work_center_id, annotation_id order by start_at, part) as place
  from given where not exists (
    select from loss l where l.company_id = given.company_id and l.work_center_id = given.work_center_id and l.source = given.source
      and l.start_at = given.start_at and l.part = given.part)
), going as (
  select l.company_id, l.work_center_id, l.id, l.annotation_id,
    row_number() over (partition by l.company_id, l.work_center_id, l.annotation_id order by l.start_at, l.part) as place
  from json_to_recordset($2::json) as tail (${TAIL_COLUMNS})
  cross join lateral (
    select one.* from loss one where one.company_id = tail.company_id and one.work_center_id = tail.work_center_id and ${LOSS_IN_TAIL} offset 0
  ) as l
  where l.annotation_id is not null
    and (l.company_id, l.work_center_id, l.source, l.start_at, l.part) not in (select company_id, work_center_id, source, start_at, part from named)
    and not exists (
      select from json_to_recordset($4::json) as frozen (company_id text, work_center_id integer, start_at bigint, end_at bigint)
      where frozen.company_id = l.company_id and frozen.work_center_id = l.work_center_id
        and l.start_at >= frozen.start_at and l.start_at < frozen.end_at)
)
update loss set source = coming.source, start_at = coming.start_at, part = coming.part, end_at = null
from going join coming using (company_id, work_center_id, annotation_id, place)
where loss.company_id = going.company_id and loss.id = going.id
returning new.company_id, new.work_center_id, ${lossJson('old')} as before, ${lossJson('new')} as after`

/**
 * Says of annotations whether any time is left for them (domain.md S-28b): one that no loss carries is invalid; one that a loss carries again is
 * valid again, unless another took its place.
 */
const JUDGE = `
update loss_annotation a set is_valid = found.is_carried
from (
  select asked.company_id, asked.id,
    exists (select from loss l where l.company_id = asked.company_id and l.annotation_id = asked.id) as is_carried
  from json_to_recordset($1::json) as asked (company_id text, id bigint)
) as found
where a.company_id = found.company_id and a.id = found.id and a.is_valid <> found.is_carried
  and (not found.is_carried or a.source <> 'STATUS' or not exists (
    select from loss_annotation b
    where b.company_id = a.company_id and b.work_center_id = a.work_center_id and b.source = 'STATUS' and b.is_valid and b.id <> a.id
      and int8range(b.start_at, b.end_at) && int8range(a.start_at, a.end_at)))`

/** Returns what changed by letting annotated losses keep their ids when their stops move, before the tails are deleted. */
export async function keepLossIds(
  client: ClientBase,
  {
    written,
    tails,
    named,
    frozen,
  }: { readonly written: readonly FactRow[]; readonly tails: string; readonly named: string; readonly frozen: string },
): Promise<readonly ChangedRow<PieceRow & { readonly source: string }>[]> {
  const annotated = written.filter((row) => row['annotation_id'] !== null)
  if (annotated.length === 0) return []
  type Row = ChangedRow<PieceRow & { readonly source: string }>
  const { rows } = await client.query<Row>({
    name: 'ingest-keep-loss-ids',
    text: KEEP_IDS,
    values: [JSON.stringify(annotated), tails, named, frozen],
  })
  return rows
}

/** Marks annotations of the rewritten time that cover no loss any more, and those that do again. */
export async function judgeAnnotations(client: ClientBase, all: readonly WorkCenterFacts[]): Promise<void> {
  const asked = all.flatMap((one) => judged(one).map(({ id }) => ({ company_id: one.setup.companyId, id })))
  if (asked.length === 0) return
  await client.query({ name: 'ingest-judge-annotations', text: JUDGE, values: [JSON.stringify(asked)] })
}

/** Annotations of rewritten time that is folded to its end. An open one belongs to a present stop, or to none. */
function judged({ setup, facts, kept, foldedTo }: WorkCenterFacts): readonly LossAnnotation[] {
  const from = facts.changedFrom ?? Infinity
  const to = Math.min(kept?.from ?? Infinity, foldedTo)
  const carried = new Set(facts.losses.map((loss) => loss.annotationId))
  return setup.losses.annotations.filter(
    ({ id, start, end }) => carried.has(id) || (start < to && (end ?? Infinity) > from && (end ?? start) <= to),
  )
}
