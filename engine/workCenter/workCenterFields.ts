import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { FURTHER_FIELDS, GENERAL_FIELDS } from './generalFields.ts'
import { JOB_ORDER_FIELDS } from './jobOrderFields.ts'
import { OEE_FIELDS, TARGET_FIELDS } from './oeeFields.ts'
import { OUTPUT_FIELDS, SPEED_FIELDS } from './outputFields.ts'
import { SPECIFICATION_FIELDS } from './specificationFields.ts'

/** The settings that `editBox` changes; some of them have an operation of their own as well, with the same rule and column. */
export const EDITED_FIELDS = {
  ...GENERAL_FIELDS,
  ...SPECIFICATION_FIELDS,
  ...TARGET_FIELDS,
  ...SPEED_FIELDS,
  ...FURTHER_FIELDS,
} as const satisfies FieldTable

/** Every setting of a work center. */
export const WORK_CENTER_FIELDS = { ...EDITED_FIELDS, ...OEE_FIELDS, ...OUTPUT_FIELDS, ...JOB_ORDER_FIELDS } as const satisfies FieldTable
