import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { WORK_CENTER_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Selected } from '#server/db/selection.ts'

/** What a work center has beside its settings. */
const FURTHER_COLUMNS = camelColumns(
  'id',
  'company_id',
  'device_id',
  'photo',
  'is_public',
  'is_calibrated',
  'calibration_start',
  'calibration_state',
  'calibration_failure',
  'time_zone',
  'version',
  'created_on',
)

/** The columns of a work center, each under its name in the code. */
export const WORK_CENTER_COLUMNS = [...FURTHER_COLUMNS, ...columnsOf(WORK_CENTER_FIELDS)]

/**
 * A work center as people set it up; what it is doing is its LiveWorkCenter. Settings are described in their field tables. `deviceId` is null once
 * the device was released, a null `timeZone` stands for the company's, `calibrationStart` is ms UTC of the newest calibration, and `isCalibrated` says
 * that the nominal power is the result of one under the constants in force (domain.md S-12).
 */
export type WorkCenter = Selected<'work_center', (typeof WORK_CENTER_COLUMNS)[number]>

type SettingColumns<Table extends FieldTable> = {
  [Key in keyof Table & string]: Table[Key]['column'] extends Key ? Key : `${Table[Key]['column']} as ${Key}`
}[keyof Table & string]

function columnsOf<Table extends FieldTable>(table: Table): readonly SettingColumns<Table>[]
function columnsOf(table: FieldTable): readonly string[] {
  return Object.entries(table).map(([key, { column }]) => (column === key ? key : `${column} as ${key}`))
}
