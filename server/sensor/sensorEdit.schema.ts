import { asId } from '#engine/ids.ts'
import type { SensorId } from '#engine/ids.ts'
import { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { ElectricCurrentTypeEnum, SensorTypeEnum } from '#server/graphql/enums.ts'
import { settingArgs } from '#server/graphql/settingFields.ts'
import { Refusal } from '#server/refusal.ts'
import { SensorRef, sensorsOf } from './sensor.graph.ts'
import { addSensor, deleteSensor, editSensor, restoreSensor, SENSOR_KEEP_MS } from './sensorEdit.service.ts'
import { findSensorPlace } from './sensorEdit.store.ts'
import { listDeletedSensors } from './sensorList.store.ts'
import { lastReading } from './sensorValues.service.ts'

const PHASES = { ELECTRIC_CURRENT_A: 'A', ELECTRIC_CURRENT_B: 'B', ELECTRIC_CURRENT_C: 'C' } as const

/** A new sensor is always shown. */
const { isUiHidden: _isUiHidden, ...NEW_SENSOR_FIELDS } = SENSOR_FIELDS

builder.objectFields(SensorRef, (t) => ({
  phase: t.field({
    type: ElectricCurrentTypeEnum,
    nullable: true,
    description: 'The phase of a current sensor, null for all three.',
    resolve: ({ type }) =>
      type === 'ELECTRIC_CURRENT_A' || type === 'ELECTRIC_CURRENT_B' || type === 'ELECTRIC_CURRENT_C' ? PHASES[type] : null,
  }),
  deletedOn: t.expose('deletedOn', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was deleted; its data is kept for a month after it.',
  }),
  charge: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'The last charge in % of the battery of the same number, null when none reports.',
    resolve: async (sensor, _args, context) => {
      const sensors = await sensorsOf(context).load(sensor.workCenterId)
      const battery = sensors.find((one) => one.type === 'BATTERY_LEVEL' && one.number === sensor.number)
      if (battery === undefined) return null
      return (await lastReading(context.readSamples, context.member().companyId, battery, context.now()))?.value ?? null
    },
  }),
}))

builder.queryField('deletedSensors', (t) =>
  t.field({
    type: [SensorRef],
    authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
    description: 'Sensors that were deleted in the last month and can come back.',
    args: { workCenterIds: t.arg.intList() },
    resolve: async (_root, args, context) => {
      const ids = await context.narrowed(args.workCenterIds)
      const after = new Date(context.now() - SENSOR_KEEP_MS)
      return [...(await context.inTenant((tenant) => listDeletedSensors(tenant, ids, after)))]
    },
  }),
)

builder.mutationFields((t) => {
  const id = t.arg.int({ required: true })
  return {
    addSensor: t.field({
      type: SensorRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'Makes a sensor known before its device reports it; a deleted one comes back.',
      args: {
        workCenterId: t.arg.int({ required: true }),
        type: t.arg({ type: SensorTypeEnum, required: true }),
        number: t.arg.int({ required: true, defaultValue: 1 }),
        ...settingArgs(t.arg, NEW_SENSOR_FIELDS),
      },
      resolve: async (_root, args, context) => {
        const { id: workCenterId } = await context.workCenter(args.workCenterId)
        return await addSensor(context.deps, context.member(), { ...args, workCenterId })
      },
    }),
    updateSensor: t.field({
      type: SensorRef,
      authScopes: can('UPDATE', 'WORK_CENTER_SETTINGS'),
      description: 'A missing field stays as it is; null empties it.',
      args: { id, ...settingArgs(t.arg, SENSOR_FIELDS) },
      resolve: async (_root, { id: asked, ...head }, context) =>
        editSensor(context.deps, context.member(), await visible(context, asked), head),
    }),
    deleteSensor: t.field({
      type: SensorRef,
      authScopes: can('MODIFY', 'WORK_CENTER_SETTINGS'),
      description: 'Hides the sensor at once; its data is kept for a month, in which it can come back.',
      args: { id },
      resolve: async (_root, args, context) => deleteSensor(context.deps, context.member(), await visible(context, args.id)),
    }),
    restoreSensor: t.field({
      type: SensorRef,
      authScopes: can('MODIFY', 'WORK_CENTER_SETTINGS'),
      description: 'Brings a sensor back with its data, within a month after it was deleted.',
      args: { id },
      resolve: async (_root, args, context) => restoreSensor(context.deps, context.member(), await visible(context, args.id)),
    }),
  }
})

/** Returns the id of a sensor of a work center that the caller may see. */
async function visible(context: RequestContext, id: number): Promise<SensorId> {
  const sensorId = asId<SensorId>(id)
  const place = await context.inTenant((tenant) => findSensorPlace(tenant, sensorId))
  if (place === null) throw new Refusal({ code: 'SENSOR_NOT_FOUND', field: 'id', params: { id } })
  await context.workCenter(place.workCenterId)
  return sensorId
}
