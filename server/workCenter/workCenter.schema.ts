import { looksLikePhaseVoltage } from '#engine/energy/constantsHistory.ts'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { EDITED_FIELDS } from '#engine/workCenter/workCenterFields.ts'
import { builder } from '#server/graphql/builder.ts'
import { DeviceEffectiveTypeEnum, DeviceStatusEnum, MeasurementUnitsGroupEnum, ReportModeEnum } from '#server/graphql/enums.ts'
import { workCenterNotFound } from '#server/access/access.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { checkedPage, pageType } from '#server/graphql/page.ts'
import type { PageRequest } from '#server/graphql/page.ts'
import { settingOutputs } from '#server/graphql/settingFields.ts'
import { MeasurementUnitRef, WorkCenterRef, deviceById, liveOf, workCenterById, plantZoneOf } from './workCenter.graph.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { MEASUREMENT_UNITS, measurementUnitOf } from '#engine/output/measurementUnit.ts'
import { unitNameIn } from '#engine/output/measurementUnitName.ts'
import { Refusal } from '#server/refusal.ts'
import type { CompanyDevice } from './companyDevice.store.ts'
import { findWorkCenterIdByDevice, listWorkCenters, pageWorkCenters } from './workCenter.store.ts'
import type { WorkCenterFilter } from './workCenter.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

const WorkCenterWarningEnum = builder.enumType('WorkCenterWarning', { values: ['VOLTAGE_LOOKS_LIKE_ONE_PHASE'] as const })

const WorkCentersFilterInput = builder.inputType('WorkCentersFilter', {
  fields: (t) => ({
    demoBoxesOnly: t.boolean(),
    deviceStatus: t.field({ type: DeviceStatusEnum }),
    devices: t.field({ type: ['Guid'] }),
    effectiveTypes: t.field({ type: [DeviceEffectiveTypeEnum] }),
    filter: t.string(),
    models: t.stringList(),
    workCenterIds: t.intList(),
  }),
})

MeasurementUnitRef.implement({
  description: 'A unit in which output, speed, time or current is entered and shown.',
  fields: (t) => ({
    id: t.exposeInt('id'),
    code: t.exposeString('code'),
    externalCode: t.exposeString('externalCode', {
      nullable: true,
      description: 'The common code of UN/ECE Recommendation 20, which systems exchange; null for a unit that it does not name.',
    }),
    name: t.string({
      description: 'In the language of the request.',
      resolve: (unit, _args, { language }) => unitNameIn(language, unit).name,
    }),
    shortName: t.string({
      description: 'In the language of the request.',
      resolve: (unit, _args, { language }) => unitNameIn(language, unit).shortName,
    }),
    group: t.expose('group', { type: MeasurementUnitsGroupEnum }),
  }),
})

const DeviceRef = builder.objectRef<CompanyDevice>('Device').implement({
  description: 'The device that feeds a work center, as far as people set it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    code: t.exposeString('code'),
    reportMode: t.expose('reportMode', { type: ReportModeEnum }),
    nominalPeriodMs: t.exposeInt('nominalPeriodMs'),
    acceptDaysBack: t.exposeInt('acceptDaysBack'),
    claimedOn: t.expose('claimedOn', { type: 'DateTime', nullable: true }),
  }),
})

WorkCenterRef.implement({
  description: 'A machine or station with one device: its settings, and its live state.',
  fields: (t) => ({
    id: t.int({ resolve: (workCenter) => workCenter.id }),
    deviceId: t.expose('deviceId', { type: 'Guid', nullable: true }),
    device: t.field({
      type: DeviceRef,
      nullable: true,
      resolve: (workCenter, _args, context) => (workCenter.deviceId === null ? null : deviceById(context).load(workCenter.deviceId)),
    }),
    ...settingOutputs(t, EDITED_FIELDS, (workCenter) => workCenter),
    companyId: t.string({ resolve: (workCenter) => workCenter.companyId }),
    groupId: t.exposeInt('groupId', { nullable: true }),
    responsibleId: t.expose('responsibleId', { type: 'Guid', nullable: true }),
    responsible: t.field({
      type: UserRef,
      nullable: true,
      resolve: (workCenter, _args, context) =>
        workCenter.responsibleId === null ? null : userById(context).load(workCenter.responsibleId),
    }),
    isPublic: t.exposeBoolean('isPublic'),
    warnings: t.field({
      type: [WorkCenterWarningEnum],
      description: 'Questions about odd settings, none when all look right.',
      resolve: (workCenter) => (looksLikePhaseVoltage(workCenter.voltage) ? ['VOLTAGE_LOOKS_LIKE_ONE_PHASE' as const] : []),
    }),
    outputMeasurementUnit: t.field({ type: MeasurementUnitRef, resolve: (workCenter) => measurementUnitOf(workCenter.measurementUnit) }),
    autoOutputTracking: t.exposeBoolean('autoOutputTracking'),
    timeZone: t.string({
      description: 'The plant’s: the zone of its shifts, in which days of figures begin.',
      resolve: (workCenter, _args, context) => plantZoneOf(context).load(workCenter.id),
    }),
    version: t.exposeInt('version'),
    createdOn: t.expose('createdOn', { type: 'DateTime' }),
  }),
})

const WorkCentersPageRef = pageType('WorkCentersPage', WorkCenterRef)

const BoxRef = builder.objectRef<WorkCenter>('Box').implement({
  fields: (t) => ({
    id: t.int({ resolve: (workCenter) => workCenter.id }),
    deviceId: t.expose('deviceId', { type: 'Guid', nullable: true }),
    workCenter: t.field({ type: WorkCenterRef, resolve: (workCenter) => workCenter }),
  }),
})

const BoxesPageRef = pageType('BoxesPage', BoxRef)

builder.queryFields((t) => {
  const filter = t.arg({ type: WorkCentersFilterInput })
  const paged = { filter, page: t.arg.int({ required: true, defaultValue: 1 }), size: t.arg.int({ required: true, defaultValue: 100 }) }
  return {
    workCenters: t.field({
      type: [WorkCenterRef],
      authScopes: { member: true },
      description: 'The work centers that the user may see, in their order; archived ones only where deviceStatus asks for them.',
      args: { filter },
      resolve: (_root, args, context) => list(context, args.filter),
    }),
    workCentersPages: t.field({
      type: WorkCentersPageRef,
      authScopes: { member: true },
      description: 'A page of the work centers that the user may see, in their order.',
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    boxes: t.field({
      type: [BoxRef],
      authScopes: { member: true },
      deprecationReason: 'Use workCenters.',
      args: { filter },
      resolve: (_root, args, context) => list(context, args.filter),
    }),
    boxesPages: t.field({
      type: BoxesPageRef,
      authScopes: { member: true },
      deprecationReason: 'Use workCentersPages.',
      args: paged,
      resolve: (_root, args, context) => page(context, args.filter, args),
    }),
    workCenter: t.field({
      type: WorkCenterRef,
      nullable: true,
      authScopes: { member: true },
      description:
        'The work center of the id, or the one that the device feeds; refuses REQUIRED without either, and WORK_CENTER_NOT_FOUND.',
      args: { id: t.arg.int(), deviceId: t.arg({ type: 'Guid' }) },
      resolve: async (_root, args, context) => {
        if (args.id != null) return context.workCenter(args.id)
        if (args.deviceId == null) throw new Refusal({ code: 'REQUIRED', field: 'id' })
        const deviceId = asId<DeviceId>(args.deviceId)
        const id = await context.inTenant((tenant) => findWorkCenterIdByDevice(tenant, deviceId))
        if (id === null) throw workCenterNotFound(deviceId)
        return context.workCenter(id)
      },
    }),
    measurementUnits: t.field({
      type: [MeasurementUnitRef],
      authScopes: { signedIn: true },
      description: 'The units of output (group QUANTITY), speed, time and current; their ids are for good.',
      resolve: () => [...MEASUREMENT_UNITS],
    }),
  }
})

type FilterArgs = typeof WorkCentersFilterInput.$inferInput | null | undefined

async function list(context: RequestContext, args: FilterArgs): Promise<WorkCenter[]> {
  const filter = await filterOf(context, args)
  return [...(await context.inTenant((tenant) => listWorkCenters(tenant, filter)))]
}

async function page(context: RequestContext, args: FilterArgs, request: PageRequest) {
  const { page: number, size } = checkedPage(request)
  const filter = await filterOf(context, args)
  const found = await context.inTenant((tenant) => pageWorkCenters(tenant, filter, { limit: size, offset: (number - 1) * size }))
  for (const workCenter of found.items) workCenterById(context).prime(workCenter.id, workCenter)
  return { ...found, page: number, size }
}

/** What a work center does now decides about `effectiveTypes`, so that filter looks at the live views of all that the others let through. */
async function filterOf(context: RequestContext, args: FilterArgs): Promise<WorkCenterFilter> {
  const isForeignDemo = args?.demoBoxesOnly === true && !context.isDemoCompany()
  const ids = isForeignDemo ? [] : await context.narrowed(args?.workCenterIds)
  const filter: WorkCenterFilter = {
    ...(ids && { ids }),
    ...(args?.devices && { deviceIds: args.devices.map((id) => asId<DeviceId>(id)) }),
    ...(args?.deviceStatus && { deviceStatus: args.deviceStatus }),
    ...(args?.filter?.trim() && { text: args.filter.trim() }),
    ...(args?.models && { models: args.models }),
  }
  const wanted = args?.effectiveTypes
  if (!wanted) return filter
  const all = await context.inTenant((tenant) => listWorkCenters(tenant, filter))
  const views = await Promise.all(all.map((workCenter) => liveOf(context).load(workCenter)))
  const isWanted = (at: number) => wanted.includes(views[at]?.status?.isEffective ? 'EFFECTIVE' : 'NOT_EFFECTIVE')
  return { ...filter, ids: all.filter((_workCenter, at) => isWanted(at)).map((workCenter) => workCenter.id) }
}
