import type { Selectable } from 'kysely'
import type { CompanyId, DeviceId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { StatusSource } from '#engine/status/statusRule.ts'
import { STATUS_SOURCES } from '#engine/status/statusRule.ts'
import type { TargetOutputPeriod } from '#engine/output/shiftTarget.ts'
import { TARGET_OUTPUT_PERIODS } from '#engine/output/shiftTarget.ts'
import type { OutputCalculationType, TargetOutputCalculationType, WorkCenterType } from '#engine/workCenter/workCenterSetup.ts'
import { OUTPUT_CALCULATION_TYPES, TARGET_OUTPUT_CALCULATION_TYPES, WORK_CENTER_TYPES } from '#engine/workCenter/workCenterSetup.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'

export const DEVICE_STATUSES = ['ACTIVE', 'ARCHIVE', 'TEMPORARY_SHUTDOWN'] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

export const CALIBRATION_STATES = ['RUNNING', 'DONE', 'FAILED'] as const
export type CalibrationState = (typeof CALIBRATION_STATES)[number]

/** How a work center tracks what its job orders consume. */
export const CONSUMPTION_TRACKING_TYPES = ['NO_TRACKING', 'WITHOUT_BOM_VALIDATION', 'WITH_BOM_VALIDATION'] as const
export type ConsumptionTracking = (typeof CONSUMPTION_TRACKING_TYPES)[number]

/** What imported job orders do to those that are there (specification 001 §4). */
export const JOB_ORDERS_IMPORT_TYPES = ['RECREATE_AND_UPDATE', 'REPLACE', 'UPDATE'] as const
export type JobOrdersImportType = (typeof JOB_ORDERS_IMPORT_TYPES)[number]

/** A work center as people set it up; what it is doing is its LiveWorkCenter. */
export type WorkCenter = {
  readonly id: WorkCenterId
  readonly companyId: CompanyId
  /** Null once the device was released. */
  readonly deviceId: DeviceId | null
  readonly sortNumber: number
  readonly name: string
  readonly comment: string | null
  readonly description: string | null
  readonly externalCode: string | null
  readonly groupId: number | null
  readonly responsibleId: UserId | null
  /** Address of its picture. */
  readonly photo: string | null
  readonly model: string | null
  readonly modelCode: string | null
  /** What kind of machine it is, in the company's words. */
  readonly boxEquipmentType: string | null
  readonly serialNumber: string | null
  /** `YYYY-MM-DD` */
  readonly launchDate: string | null
  /** `YYYY-MM-DD`: the last day that the company has paid for; only the provider says it. */
  readonly prepaidUntil: string | null
  readonly type: WorkCenterType
  readonly isPublic: boolean
  readonly deviceStatus: DeviceStatus
  readonly statusSource: StatusSource
  readonly cosPhi: number | null
  readonly voltage: number | null
  readonly transformerCode: string | null
  readonly transformationRatioCode: string | null
  readonly nominalPower: number | null
  readonly idleLoadThreshold: number
  readonly deadBandPercent: number
  /** Whether the nominal power is the result of a calibration under the constants in force (domain.md S-12). */
  readonly isCalibrated: boolean
  /** When the newest calibration began (ms UTC); null = there was none. */
  readonly calibrationStart: number | null
  readonly calibrationState: CalibrationState | null
  readonly calibrationFailure: string | null
  readonly calculationType: OutputCalculationType
  /** Units a minute. */
  readonly targetSpeed: number | null
  readonly counterRange: number | null
  readonly measurementUnit: string
  /** Code of the unit of time in which production times are shown. */
  readonly productionTimeUnit: string
  readonly calculateAvailability: boolean
  readonly calculatePerformance: boolean
  readonly calculateQuality: boolean
  readonly targetAvailability: number | null
  readonly targetPerformance: number | null
  readonly targetQuality: number | null
  readonly targetOee: number | null
  readonly targetOutput: number | null
  readonly targetOutputPeriod: TargetOutputPeriod | null
  readonly targetOutputCalculationType: TargetOutputCalculationType
  readonly rejectionAmount: number
  readonly requireReasonForEachRejection: boolean
  readonly autoResetOnShiftFinish: boolean
  readonly allowMultipleOutputConfirmation: boolean
  readonly allowPastPeriodConfirmations: boolean
  readonly isOutputRequiredOnConfirmation: boolean
  readonly isJobOrderRequired: boolean
  readonly isJobOrderRequiredForConfirmation: boolean
  readonly isQualityReasonRequiredOnConfirmation: boolean
  readonly trackScraps: boolean
  readonly consumptionTracking: ConsumptionTracking
  readonly importType: JobOrdersImportType
  /** How many of the planned job orders an operator sees; null = all. */
  readonly operatorAccessQuota: number | null
  readonly autoDowntimeTracking: boolean
  readonly autoOutputTracking: boolean
  /** Null = the company's. */
  readonly timeZone: string | null
  readonly version: number
  readonly createdOn: Date
}

export type WorkCenterRow = Selectable<DB['work_center']>

export const WORK_CENTER_COLUMNS = [
  'id',
  'company_id',
  'device_id',
  'sort_number',
  'name',
  'comment',
  'description',
  'external_code',
  'group_id',
  'responsible_id',
  'photo',
  'model',
  'model_code',
  'box_equipment_type',
  'serial_number',
  'launch_date',
  'prepaid_until',
  'type',
  'is_public',
  'device_status',
  'status_source',
  'cos_phi',
  'voltage',
  'transformer_code',
  'transformation_ratio_code',
  'nominal_power',
  'idle_load_threshold',
  'dead_band_percent',
  'is_calibrated',
  'calibration_start',
  'calibration_state',
  'calibration_failure',
  'calculation_type',
  'target_speed',
  'counter_range',
  'measurement_unit',
  'production_time_unit',
  'calculate_availability',
  'calculate_performance',
  'calculate_quality',
  'target_availability',
  'target_performance',
  'target_quality',
  'target_oee',
  'target_output',
  'target_output_period',
  'target_output_calculation_type',
  'rejection_amount',
  'require_reason_for_each_rejection',
  'auto_reset_on_shift_finish',
  'allow_multiple_output_confirmation',
  'allow_past_period_confirmations',
  'is_output_required_on_confirmation',
  'is_job_order_required',
  'is_job_order_required_for_confirmation',
  'quality_reason_required_on_confirmation',
  'track_scraps',
  'consumption_tracking',
  'import_type',
  'operator_access_quota',
  'auto_downtime_tracking',
  'auto_output_tracking',
  'time_zone',
  'version',
  'created_on',
] as const

/** Returns the work center of a row. */
export function toWorkCenter(row: Pick<WorkCenterRow, (typeof WORK_CENTER_COLUMNS)[number]>): WorkCenter {
  return {
    id: asId<WorkCenterId>(row.id),
    companyId: asId<CompanyId>(row.company_id),
    deviceId: row.device_id === null ? null : asId<DeviceId>(row.device_id),
    sortNumber: row.sort_number,
    name: row.name,
    comment: row.comment,
    description: row.description,
    externalCode: row.external_code,
    groupId: row.group_id,
    responsibleId: row.responsible_id === null ? null : asId<UserId>(row.responsible_id),
    photo: row.photo,
    model: row.model,
    modelCode: row.model_code,
    boxEquipmentType: row.box_equipment_type,
    serialNumber: row.serial_number,
    launchDate: row.launch_date,
    prepaidUntil: row.prepaid_until,
    type: oneOf(WORK_CENTER_TYPES, row.type),
    isPublic: row.is_public,
    deviceStatus: oneOf(DEVICE_STATUSES, row.device_status),
    statusSource: oneOf(STATUS_SOURCES, row.status_source),
    cosPhi: row.cos_phi,
    voltage: row.voltage,
    transformerCode: row.transformer_code,
    transformationRatioCode: row.transformation_ratio_code,
    nominalPower: row.nominal_power,
    idleLoadThreshold: row.idle_load_threshold,
    deadBandPercent: row.dead_band_percent,
    isCalibrated: row.is_calibrated,
    calibrationStart: row.calibration_start,
    calibrationState: row.calibration_state === null ? null : oneOf(CALIBRATION_STATES, row.calibration_state),
    calibrationFailure: row.calibration_failure,
    calculationType: oneOf(OUTPUT_CALCULATION_TYPES, row.calculation_type),
    targetSpeed: row.target_speed,
    counterRange: row.counter_range,
    measurementUnit: row.measurement_unit,
    productionTimeUnit: row.production_time_unit,
    calculateAvailability: row.calculate_availability,
    calculatePerformance: row.calculate_performance,
    calculateQuality: row.calculate_quality,
    targetAvailability: row.target_availability,
    targetPerformance: row.target_performance,
    targetQuality: row.target_quality,
    targetOee: row.target_oee,
    targetOutput: row.target_output,
    targetOutputPeriod: row.target_output_period === null ? null : oneOf(TARGET_OUTPUT_PERIODS, row.target_output_period),
    targetOutputCalculationType: oneOf(TARGET_OUTPUT_CALCULATION_TYPES, row.target_output_calculation_type),
    rejectionAmount: row.rejection_amount,
    requireReasonForEachRejection: row.require_reason_for_each_rejection,
    autoResetOnShiftFinish: row.auto_reset_on_shift_finish,
    allowMultipleOutputConfirmation: row.allow_multiple_output_confirmation,
    allowPastPeriodConfirmations: row.allow_past_period_confirmations,
    isOutputRequiredOnConfirmation: row.is_output_required_on_confirmation,
    isJobOrderRequired: row.is_job_order_required,
    isJobOrderRequiredForConfirmation: row.is_job_order_required_for_confirmation,
    isQualityReasonRequiredOnConfirmation: row.quality_reason_required_on_confirmation,
    trackScraps: row.track_scraps,
    consumptionTracking: oneOf(CONSUMPTION_TRACKING_TYPES, row.consumption_tracking),
    importType: oneOf(JOB_ORDERS_IMPORT_TYPES, row.import_type),
    operatorAccessQuota: row.operator_access_quota,
    autoDowntimeTracking: row.auto_downtime_tracking,
    autoOutputTracking: row.auto_output_tracking,
    timeZone: row.time_zone,
    version: row.version,
    createdOn: row.created_on,
  }
}
