import { LOST_KINDS } from '#engine/oee/worthOfMinute.ts'
import { AUTO_CONFIRM_TIMES } from '#engine/output/automaticPosting.ts'
import { CLASSIFICATIONS } from '#engine/loss/lossKind.ts'
import { ABILITY_ACTIONS, ABILITY_SUBJECTS, ROLES } from '#engine/access/abilities.ts'
import { LOSS_SOURCES, NO_DATA_CAUSES, OEE_ISSUES, REASON_SOURCES } from '#engine/facts.ts'
import { MESSAGE_CONTENT_TYPES } from '#engine/conversation/message.ts'
import { CLASSIFY_SCOPES } from '#engine/loss/classifyAnnotation.ts'
import { PARALLEL_MODES } from '#engine/jobOrder/jobRun.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import { JOB_ORDER_ACTIONS } from '#engine/jobOrder/orderActions.ts'
import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import { ACTIVITY_TYPES, LOSS_CATEGORIES, LOSS_REASON_TYPES } from '#engine/loss/lossReason.ts'
import { SAID_VIA } from '#engine/loss/rankReasons.ts'
import { STOP_LOOKS } from '#engine/loss/stopLook.ts'
import { LOSS_REASON_LINK_TYPES } from '#engine/loss/reasonOffer.ts'
import { SEVERITIES } from '#engine/notification/notificationType.ts'
import { MEASUREMENT_UNIT_GROUPS } from '#engine/output/measurementUnit.ts'
import { TARGET_OUTPUT_PERIODS } from '#engine/output/shiftTarget.ts'
import { SENSOR_TYPES } from '#engine/sensor/sensorType.ts'
import { STATUS_KINDS, STATUS_RULE_RANGE_TYPES, STATUS_SOURCES } from '#engine/status/statusRule.ts'
import { DEVICE_STATUSES } from '#engine/workCenter/generalFields.ts'
import { CONSUMPTION_TRACKING_TYPES, JOB_ORDERS_IMPORT_TYPES } from '#engine/workCenter/jobOrderFields.ts'
import {
  NO_DATA_POLICIES,
  OUTPUT_CALCULATION_TYPES,
  REPORT_MODES,
  TARGET_OUTPUT_CALCULATION_TYPES,
  WORK_CENTER_STATES,
  WORK_CENTER_TYPES,
} from '#engine/workCenter/workCenterSetup.ts'
import { SHIFT_ISSUES } from '#engine/shift/blockingIssues.ts'
import { SHIFT_DATE_RULES } from '#engine/shift/shiftSchedule.ts'
import { SHIFT_STATUSES } from '#engine/shift/shiftStatus.ts'
import { builder } from './builder.ts'

const QUALITY_FACTORS = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const

export const AbilityActionEnum = builder.enumType('AbilityAction', { values: ABILITY_ACTIONS })
export const AbilitySubjectEnum = builder.enumType('AbilitySubject', { values: ABILITY_SUBJECTS })
export const ActivityTypeEnum = builder.enumType('ActivityType', { values: ACTIVITY_TYPES })
export const AprovenessEnum = builder.enumType('Aproveness', { values: ['ALL', 'APPROVED', 'NOT_APPROVED'] as const })
export const MessageContentTypeEnum = builder.enumType('MessageContentType', { values: MESSAGE_CONTENT_TYPES })
export const ClassificationEnum = builder.enumType('Classification', {
  description: 'UNCLASSIFIED: stops that lack a reason. NOT_NEEDED: small stops, lost speed and rejects without one.',
  values: ['ALL', ...CLASSIFICATIONS] as const,
})
export const ConsumptionTrackingTypeEnum = builder.enumType('ConsumptionTrackingType', { values: CONSUMPTION_TRACKING_TYPES })
export const CriticalnessEnum = builder.enumType('Criticalness', { values: ['ALL', 'CRITICAL', 'NOT_CRITICAL'] as const })
export const DeviceEffectiveTypeEnum = builder.enumType('DeviceEffectiveType', { values: ['EFFECTIVE', 'NOT_EFFECTIVE'] as const })
export const DeviceStatusEnum = builder.enumType('DeviceStatus', { values: DEVICE_STATUSES })
export const ClassifyScopeEnum = builder.enumType('LossClassifyScope', { values: CLASSIFY_SCOPES })
export const ElectricCurrentTypeEnum = builder.enumType('ElectricCurrentType', { values: ['A', 'B', 'C'] as const })
export const EnergyAggregationEnum = builder.enumType('EnergyAggregation', {
  values: ['HOUR', 'MINUTES_15', 'MINUTES_30', 'MINUTES_5'] as const,
})
export const EventIndicatorEnum = builder.enumType('EventIndicator', { values: QUALITY_FACTORS })
export const EventPlanTypeEnum = builder.enumType('EventPlanType', { values: ['ALL_TYPES', 'PLANNED', 'UNPLANNED'] as const })
export const EventTypeEnum = builder.enumType('EventType', { values: ['ACTUAL', 'PLANNED', 'UNDEFINED'] as const })
export const JobOrderActionEnum = builder.enumType('JobOrderAction', { values: JOB_ORDER_ACTIONS })
export const JobOrderPerformanceByEnum = builder.enumType('JobOrderPerformanceBy', { values: PERFORMANCE_BASES })
export const JobOrderStatusEnum = builder.enumType('JobOrderStatus', { values: JOB_ORDER_STATUSES })
export const JobOrdersImportTypeEnum = builder.enumType('JobOrdersImportType', {
  description:
    'Effect of imported job orders on existing ones: REPLACE cancels all of them, UPDATE changes those not started, RECREATE_AND_UPDATE also closes the started ones and makes new ones for their rest.',
  values: JOB_ORDERS_IMPORT_TYPES,
})
export const LedgerOperatorEnum = builder.enumType('LedgerOperator', { values: ['DIVIDED_BY', 'MINUS', 'TIMES'] as const })
export const LossAggregationTypeEnum = builder.enumType('LossesAggregationType', { values: ['BY_COUNT', 'BY_DURATION'] as const })
export const LossCategoryEnum = builder.enumType('LossCategory', { values: LOSS_CATEGORIES })
export const LossIssuesEnum = builder.enumType('LossIssues', { values: ['ALL', 'NO_REASON'] as const })
export const LossReasonLinkTypeEnum = builder.enumType('LossReasonLinkType', { values: LOSS_REASON_LINK_TYPES })
export const LossReasonTypeEnum = builder.enumType('LossReasonType', { values: LOSS_REASON_TYPES })
export const SaidViaEnum = builder.enumType('SaidVia', { values: SAID_VIA })
export const LossSourceEnum = builder.enumType('LossSource', { values: LOSS_SOURCES })
export const LostKindEnum = builder.enumType('LostKind', { values: LOST_KINDS })
export const MeasurementUnitsGroupEnum = builder.enumType('MeasurementUnitsGroup', { values: MEASUREMENT_UNIT_GROUPS })
export const NoDataPolicyEnum = builder.enumType('NoDataPolicy', { values: NO_DATA_POLICIES })
export const OeeFactorEnum = builder.enumType('OeeFactor', { values: [...QUALITY_FACTORS, 'OEE'] as const })
export const OeeIssueEnum = builder.enumType('OeeIssue', { values: OEE_ISSUES })
export const OeeTermUnitEnum = builder.enumType('OeeTermUnit', { values: ['MS', 'MS_PER_UNIT', 'RATIO', 'UNITS'] as const })
export const OutputIIoTIssuesEnum = builder.enumType('OutputIIoTIssues', { values: ['ALL', 'NO_PRODUCTION_ORDER', 'UNCONFIRMED'] as const })
export const AutoConfirmTimeEnum = builder.enumType('AutoConfirmTime', { values: AUTO_CONFIRM_TIMES })
export const OutputCalculationTypeEnum = builder.enumType('OutputCalculationType', { values: OUTPUT_CALCULATION_TYPES })
export const ReasonSourceEnum = builder.enumType('LossReasonSource', { values: REASON_SOURCES })
export const PeriodTypeEnum = builder.enumType('PeriodType', { values: ['DAY', 'MONTH', 'SHIFT', 'WEEK'] as const })
export const ReportModeEnum = builder.enumType('ReportMode', { values: REPORT_MODES })
export const RoleEnum = builder.enumType('Role', { values: ROLES })
export const SensorTypeEnum = builder.enumType('SensorType', { values: SENSOR_TYPES })
export const SensorValueAggregationTypeEnum = builder.enumType('SensorValueAggregationType', {
  values: ['AVERAGE', 'MAX', 'MIN', 'SUM'] as const,
})
export const SeverityEnum = builder.enumType('NotificationSeverity', { values: SEVERITIES })
export const ShiftDateRuleEnum = builder.enumType('ShiftDateRule', { values: SHIFT_DATE_RULES })
export const ShiftIssueCodeEnum = builder.enumType('ShiftIssueCode', { values: SHIFT_ISSUES })
export const ShiftStatusEnum = builder.enumType('ShiftStatus', { values: SHIFT_STATUSES })
export const SortTypeEnum = builder.enumType('SortType', { values: ['ASC', 'DESC', 'NONE'] as const })
export const NoDataCauseEnum = builder.enumType('NoDataCause', { values: NO_DATA_CAUSES })

export const StopLookEnum = builder.enumType('StopLook', {
  description: 'How a stop looks by its reason; BY_STATUS: as its status looks.',
  values: STOP_LOOKS,
})

export const StatusKindEnum = builder.enumType('StatusKind', { values: STATUS_KINDS })
export const StatusRuleRangeTypeEnum = builder.enumType('StatusRuleRangeType', { values: STATUS_RULE_RANGE_TYPES })
export const StatusSourceEnum = builder.enumType('StatusSource', { values: STATUS_SOURCES })
export const ParallelModeEnum = builder.enumType('ParallelMode', { values: PARALLEL_MODES })
export const TargetOutputCalculationTypeEnum = builder.enumType('TargetOutputCalculationType', { values: TARGET_OUTPUT_CALCULATION_TYPES })
export const TargetOutputPeriodEnum = builder.enumType('TargetOutputPeriod', { values: TARGET_OUTPUT_PERIODS })
export const WorkCenterStateEnum = builder.enumType('WorkCenterState', { values: WORK_CENTER_STATES })
export const WorkCenterTypeEnum = builder.enumType('WorkCenterType', { values: WORK_CENTER_TYPES })
