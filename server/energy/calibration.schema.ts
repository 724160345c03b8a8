import { calibrationProgress } from '#engine/energy/powerSeries.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { WorkCenterRef } from '#server/workCenter/workCenter.graph.ts'
import { cancelCalibration, startCalibration } from './calibration.service.ts'

const CalibrationStateEnum = builder.enumType('CalibrationState', { values: ['RUNNING', 'DONE', 'FAILED'] as const })

builder.objectFields(WorkCenterRef, (t) => ({
  isCalibrated: t.exposeBoolean('isCalibrated', {
    description: 'Whether the nominal power was measured with the voltage, cos φ and ratio that are in force.',
  }),
  calibrationStart: t.expose('calibrationStart', { type: 'DateTime', nullable: true }),
  calibrationState: t.expose('calibrationState', { type: CalibrationStateEnum, nullable: true }),
  calibrationProgress: t.float({
    nullable: true,
    description: 'How much of a running calibration is over, 0 to 1.',
    resolve: ({ calibrationState, calibrationStart }, _args, context) =>
      calibrationState === 'RUNNING' && calibrationStart !== null ? calibrationProgress(calibrationStart, context.now()) : null,
  }),
  calibrationFailure: t.exposeString('calibrationFailure', {
    nullable: true,
    description:
      'Why the newest calibration failed: CALIBRATION_NO_DATA, CALIBRATION_LOW_COVERAGE, CALIBRATION_TOO_LITTLE_LOAD or CONSTANTS_CHANGED.',
  }),
}))

builder.mutationFields((t) => ({
  startPowerCalibration: t.field({
    type: WorkCenterRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Measures the nominal power over the next ten minutes; a running calibration starts again.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) =>
      startCalibration(context.deps, context.member(), (await context.workCenter(args.workCenterId)).id),
  }),
  cancelPowerCalibration: t.field({
    type: WorkCenterRef,
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Cancels a running calibration: the nominal power stays. Does nothing without a running one.',
    args: { workCenterId: t.arg.int({ required: true }) },
    resolve: async (_root, args, context) =>
      cancelCalibration(context.deps, context.member(), (await context.workCenter(args.workCenterId)).id),
  }),
}))
