import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import type { SeriesBucket } from '#engine/sensor/seriesBuckets.ts'
import { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { SensorTypeEnum, SensorValueAggregationTypeEnum } from '#server/graphql/enums.ts'
import { checkedPeriod } from '#server/graphql/period.ts'
import { PeriodInput } from '#server/graphql/refs.ts'
import { settingOutputs } from '#server/graphql/settingFields.ts'
import { SensorRef, sensorsOf } from './sensor.graph.ts'
import { WorkCenterRef, deviceById } from '#server/workCenter/workCenter.graph.ts'
import { chartOf, lastReading, readingsOf, unitOfSensor } from './sensorValues.service.ts'
import type { ChartData, ChartSeries, Reading } from './sensorValues.service.ts'
import { listSensors } from './sensorList.store.ts'
import type { ListedSensor } from './sensorList.store.ts'

const ValueRef = builder.objectRef<Reading>('SensorValue').implement({
  description: 'One reading of a sensor.',
  fields: (t) => ({
    timeStamp: t.expose('at', { type: 'DateTime', description: 'When the device measured it.' }),
    value: t.expose('value', { type: 'Decimal', nullable: true, description: 'Null = unavailable from then on.' }),
  }),
})

const AGGREGATES = {
  AVERAGE: (bucket: NonNullable<SeriesBucket>) => bucket.average,
  MAX: (bucket: NonNullable<SeriesBucket>) => bucket.max,
  MIN: (bucket: NonNullable<SeriesBucket>) => bucket.min,
} as const

SensorRef.implement({
  description: 'A channel of the device of a work center, listed with its first reading.',
  fields: (t) => ({
    id: t.int({ resolve: (sensor) => sensor.id }),
    sensorGuid: t.expose('guid', { type: 'Guid', description: 'Its id over all companies.' }),
    workCenterId: t.int({ resolve: (sensor) => sensor.workCenterId }),
    type: t.expose('type', { type: SensorTypeEnum }),
    number: t.expose('number', { type: 'Short', description: 'From 1 to 99: the second sensor of a type is 2.' }),
    ...settingOutputs(t, SENSOR_FIELDS, (sensor) => sensor),
    createdOn: t.expose('createdOn', { type: 'DateTime', description: 'When it was reported first, or added by a person.' }),
    measurementUnit: t.string({
      nullable: true,
      description: 'Null where devices report in different units.',
      resolve: (sensor) => unitOfSensor(sensor.type),
    }),
    lastValue: t.field({
      type: ValueRef,
      nullable: true,
      description: 'The newest reading of the last week.',
      resolve: (sensor, _args, context) => lastReading(context.readSamples, context.member().companyId, sensor, context.now() + 1),
    }),
    lastValueBeforeDate: t.field({
      type: ValueRef,
      nullable: true,
      description: 'The newest reading of the week before the instant.',
      args: { dateBefore: t.arg({ type: 'DateTime', required: true }) },
      resolve: (sensor, args, context) => lastReading(context.readSamples, context.member().companyId, sensor, args.dateBefore),
    }),
    values: t.field({
      type: [ValueRef],
      description:
        '`batchSize` in seconds; without an aggregation the values as they were reported, at most 10 000. SUM adds up amounts such as pulses, and what counters advanced; a sensor of another kind, such as power, has none.',
      args: {
        aggregation: t.arg({ type: SensorValueAggregationTypeEnum }),
        batchSize: t.arg.int(),
        startTime: t.arg({ type: 'DateTime', required: true }),
        endTime: t.arg({ type: 'DateTime', required: true }),
      },
      resolve: async (sensor, args, context) => {
        const period = checkedPeriod({ start: args.startTime, end: args.endTime })
        const isSum = args.aggregation === 'SUM'
        const aggregate = args.aggregation && args.aggregation !== 'SUM' ? AGGREGATES[args.aggregation] : null
        const readings = await readingsOf(context.readSamples, context.member().companyId, sensor, {
          ...period,
          bucketSeconds: args.aggregation ? (args.batchSize ?? 3600) : null,
          isSum,
        })
        if (readings.series) return [...readings.series]
        return readings.buckets.flatMap(({ at, bucket }) => (bucket && aggregate ? [{ at, value: aggregate(bucket) }] : []))
      },
    }),
  }),
})

const SeriesRef = builder.objectRef<ChartSeries>('SensorValueSeries').implement({
  description: 'One series a sensor; each list has one entry an argument, null where there is no data.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The name of the sensor, else its type and number.' }),
    sensorType: t.expose('type', { type: SensorTypeEnum }),
    number: t.expose('number', { type: 'Short' }),
    values: t.field({
      type: t.listRef('Float', { nullable: true }),
      description: 'Time-weighted means.',
      resolve: (series) => series.buckets.map((bucket) => bucket?.average ?? null),
    }),
    minValues: t.field({
      type: t.listRef('Float', { nullable: true }),
      description: 'Least values.',
      resolve: (series) => series.buckets.map((bucket) => bucket?.min ?? null),
    }),
    maxValues: t.field({
      type: t.listRef('Float', { nullable: true }),
      description: 'Greatest values.',
      resolve: (series) => series.buckets.map((bucket) => bucket?.max ?? null),
    }),
  }),
})

const ChartRef = builder.objectRef<ChartData>('SensorsChartData').implement({
  description: 'Sensors of one work center over a period, in equal buckets.',
  fields: (t) => ({
    arguments: t.field({
      type: ['DateTime'],
      description: 'The beginnings of the buckets, ascending.',
      resolve: (chart) => [...chart.instants],
    }),
    bucketSeconds: t.exposeInt('bucketSeconds', { description: 'How long each bucket is.' }),
    valueSeries: t.field({ type: [SeriesRef], description: 'One a sensor.', resolve: (chart) => [...chart.series] }),
  }),
})

const sensorOf =
  (type: SensorType) => async (workCenter: { readonly id: ListedSensor['workCenterId'] }, _args: object, context: RequestContext) =>
    (await sensorsOf(context).load(workCenter.id)).find((sensor) => sensor.type === type) ?? null

builder.objectFields(WorkCenterRef, (t) => ({
  battery: t.field({ type: SensorRef, nullable: true, resolve: sensorOf('BATTERY_LEVEL') }),
  chargeMode: t.field({ type: SensorRef, nullable: true, resolve: sensorOf('CHARGING_STATUS') }),
  mobileNetwork: t.field({ type: SensorRef, nullable: true, resolve: sensorOf('SIGNAL_LEVEL') }),
}))

const SensorsFilterInput = builder.inputType('SensorsFilter', {
  description: 'Filter of sensors; a missing field does not filter.',
  fields: (t) => ({
    devices: t.field({ type: ['Guid'], description: 'Ids of devices.' }),
    isService: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Sensors of the device itself; where `sensorTypes` names types, these decide.',
    }),
    isUiHidden: t.boolean({ description: 'Those that screens leave out, or the others; all when absent.' }),
    sensorTypes: t.field({ type: [SensorTypeEnum], description: 'Types of sensors, of machine and device alike.' }),
    workCenterIds: t.intList({ description: 'Those that the caller may not see are left out.' }),
  }),
})

builder.queryFields((t) => ({
  sensors: t.field({
    type: [SensorRef],
    authScopes: { member: true },
    description: 'The sensors that are not deleted, by work center, type and number; of the machine unless the filter says otherwise.',
    args: { filter: t.arg({ type: SensorsFilterInput }) },
    resolve: async (_root, args, context) => {
      const filter = {
        workCenterIds: await context.narrowed(args.filter?.workCenterIds),
        deviceIds: args.filter?.devices?.map((id) => asId<DeviceId>(id)) ?? null,
        types: args.filter?.sensorTypes ?? null,
        isUiHidden: args.filter?.isUiHidden ?? null,
        ...(args.filter?.sensorTypes == null && { isService: args.filter?.isService ?? false }),
      }
      return [...(await context.inTenant((tenant) => listSensors(tenant, filter)))]
    },
  }),
  sensorValues: t.field({
    type: ChartRef,
    authScopes: { member: true },
    description: 'The values in at most `maxPoints` equal buckets, each with its time-weighted mean, least and greatest value.',
    args: {
      workCenterId: t.arg.int({ required: true }),
      sensorTypes: t.arg({ type: [SensorTypeEnum], required: true }),
      period: t.arg({ type: PeriodInput, required: true }),
      maxPoints: t.arg.int({ required: true, defaultValue: 500 }),
    },
    resolve: async (_root, args, context) => {
      const workCenter = await context.workCenter(args.workCenterId)
      const period = checkedPeriod(args.period)
      const sensors = (await sensorsOf(context).load(workCenter.id)).filter((sensor) => args.sensorTypes.includes(sensor.type))
      const device = workCenter.deviceId === null ? null : await deviceById(context).load(workCenter.deviceId)
      return chartOf(context.readSamples, context.member().companyId, sensors, { ...period, maxPoints: args.maxPoints, device })
    },
  }),
}))
