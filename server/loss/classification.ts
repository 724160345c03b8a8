import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Classification } from '#engine/loss/lossKind.ts'

/** Conditions on a loss `l` of the database that mean what `classificationOf` of the engine means; a test compares them. */
export const CLASSIFIED_AS: Readonly<Record<Classification, RawBuilder<boolean>>> = {
  CLASSIFIED: sql`(l.reason_id is not null or l.is_scheduled_loss)`,
  NOT_NEEDED: sql`(l.reason_id is null and not l.is_scheduled_loss and (l.source <> 'STATUS' or l.level = 1))`,
  UNCLASSIFIED: sql`(l.reason_id is null and not l.is_scheduled_loss and l.source = 'STATUS' and l.level <> 1)`,
}
