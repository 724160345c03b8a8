import type { UnitVersion } from '#engine/output/unitVersions.ts'
import { ASKED, askedValues, rowsByWorkCenter, workCenterKey } from './setupQuery.ts'
import type { OwnedRow, Queries, WorkCenterRef } from './setupQuery.ts'

const UNITS = `
select u.company_id, u.work_center_id, u.valid_from, u.unit
from ${ASKED} join measurement_unit_version u on u.company_id = asked.company_id and u.work_center_id = asked.id order by u.valid_from`

type UnitRow = OwnedRow & { valid_from: number; unit: string }

/** Returns the units in which the work centers count; one that never changed is the present one since ever (domain.md E-55). */
export async function loadUnitSetups(
  queries: Queries,
  asked: readonly WorkCenterRef[],
): Promise<(ref: WorkCenterRef, present: string) => readonly UnitVersion[]> {
  const versions = await rowsByWorkCenter<UnitRow>(queries, UNITS, askedValues(asked))
  return (ref, present) => {
    const own = (versions.get(workCenterKey(ref)) ?? []).map((row) => ({ validFrom: row.valid_from, unit: row.unit }))
    return own.length > 0 ? own : [{ validFrom: 0, unit: present }]
  }
}
