import { choice, FLAG, number } from '#engine/fields/fieldTable.ts'
import type { FieldTable } from '#engine/fields/fieldTable.ts'
import { PARALLEL_MODES } from '#engine/jobOrder/jobRun.ts'

/** How a work center tracks what its job orders consume. */
export const CONSUMPTION_TRACKING_TYPES = ['NO_TRACKING', 'WITHOUT_BOM_VALIDATION', 'WITH_BOM_VALIDATION'] as const

/** What imported job orders do to those that are there (spec 001 §4). */
export const JOB_ORDERS_IMPORT_TYPES = ['RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE'] as const

/** How job orders are worked on. */
export const JOB_ORDER_FIELDS = {
  parallelMode: {
    column: 'parallel_mode',
    rule: choice(PARALLEL_MODES),
    api: 'ParallelMode',
    isRequired: true,
    about: 'Whether orders in progress at the same time take turns on one counter, or each stroke makes a piece of every order.',
  },
  consumptionTracking: {
    column: 'consumption_tracking',
    rule: choice(CONSUMPTION_TRACKING_TYPES),
    api: 'ConsumptionTrackingType',
    isRequired: true,
    about: 'Whether the material that orders consume is tracked, and checked against their bill of material.',
  },
  importType: {
    column: 'import_type',
    rule: choice(JOB_ORDERS_IMPORT_TYPES),
    api: 'JobOrdersImportType',
    isRequired: true,
    about: 'What imported job orders do to those that are there.',
  },
  operatorAccessQuota: {
    column: 'operator_access_quota',
    rule: number({ min: 0, max: 1000, isWhole: true }),
    api: 'Int',
    about: 'How many of the planned orders an operator sees, 1 to 1000; null and 0 = all.',
  },
  maxParallelOrders: {
    column: 'max_parallel_orders',
    rule: number({ min: 1, max: 20, isWhole: true }),
    api: 'Int',
    about: 'How many orders may be in progress at the same time, 1 to 20; null = any number.',
  },
  trackScraps: {
    column: 'track_scraps',
    rule: FLAG,
    api: 'Boolean',
    about: 'Whether scrap is registered by item.',
  },
} as const satisfies FieldTable
