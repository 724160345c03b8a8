import { NO_JOBS } from '#engine/jobOrder/jobRun.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import { asId, type CompanyId, type DeviceId, type StatusRuleId, type WorkCenterId } from '#engine/ids.ts'
import type { ShiftDefinition, ShiftScheduleVersion } from '#engine/shift/shiftSchedule.ts'
import type { StatusRule } from '#engine/status/statusRule.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'

/** Returns a status rule by power in `[min, max)`; by default effective and always in force. */
export function exampleRule(id: number, min: number, max: number | null, more: Partial<StatusRule> = {}): StatusRule {
  const isEffective = more.isEffective ?? true
  return {
    id: asId<StatusRuleId>(id),
    name: `Status ${id}`,
    shortName: null,
    color: '#2f9e44',
    rangeType: 'POWER',
    range: { min, max },
    minEventDurationMs: 0,
    isScheduledLoss: false,
    needGenerateEventByState: !isEffective,
    validFrom: 0,
    validTo: null,
    ...more,
    isEffective,
  }
}

/** Returns three shifts of eight hours from 06:00, in force always, in the zone. */
export function threeShifts(zone: string): ShiftScheduleVersion[] {
  return [{ validFrom: 0, zone, shifts: [shift(1, '06:00', '14:00'), shift(2, '14:00', '22:00'), shift(3, '22:00', '06:00')] }]
}

/** Returns a shift; its id is also its code and name. */
export function shift(shiftId: number, timeStart: string, timeEnd: string): ShiftDefinition {
  return { shiftId, code: String(shiftId), name: `Shift ${shiftId}`, timeStart, timeEnd }
}

/** Returns a discrete work center by power: RUN (1) from 5 kW, STOP (2) from 1 kW, 2 s a unit, three shifts in UTC, a report each 10 s. */
export function exampleSetup(more: Partial<WorkCenterSetup> = {}): WorkCenterSetup {
  return {
    companyId: asId<CompanyId>('DEFLT'),
    workCenterId: asId<WorkCenterId>(1),
    deviceId: asId<DeviceId>('00000000-0000-4000-8000-000000000001'),
    type: 'DISCRETE',
    statusSource: 'POWER',
    statusSourceVersions: [],
    manualStatuses: [],
    electricalVersions: [],
    losses: NO_LOSS_SETUP,
    jobs: NO_JOBS,
    statusRules: [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false })],
    electrical: { cosPhi: null, voltage: null, transformationRatio: 1, nominalPowerKw: 10, idleLoadThreshold: 20 },
    reportMode: 'PERIODIC',
    nominalPeriodMs: 10_000,
    output: {
      calculationType: 'TOTAL_AND_REJECTED',
      targetSpeedPerMin: 30,
      counterRange: null,
      isTrackedAutomatically: true,
      rejectionAmount: null,
    },
    oee: {
      calculateAvailability: true,
      calculatePerformance: true,
      calculateQuality: true,
      noDataPolicy: 'EXCLUDE',
      capPerformance: false,
      targetAvailability: null,
      targetPerformance: null,
      targetQuality: null,
      targetOee: null,
    },
    schedule: threeShifts('UTC'),
    ...more,
  }
}
