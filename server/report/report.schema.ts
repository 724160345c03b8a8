import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { grantsOf } from '#engine/access/abilities.ts'
import { REPORT_SUBJECTS, tellsChecklists } from '#engine/report/mayReadReport.ts'
import { REPORT_FORMATS, REPORT_TYPES } from '#engine/report/reportKind.ts'
import type { ReportFormat, ReportType } from '#engine/report/reportKind.ts'
import { savedViewProblems } from '#engine/user/savedView.ts'
import { isLanguage, LANGUAGES } from '#engine/user/language.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { REPORT_PERIOD_TYPES, repeatPrint, requestPrint, waitForRun } from './printReport.service.ts'
import type { Print, ReportPeriodType } from './printReport.service.ts'
import { callerName, listOwnRuns } from './reportRuns.service.ts'
import type { ReportRun } from './reportRuns.service.ts'
import { reportTextsOf } from './reportTexts.ts'
import type { ReportTexts } from './reportTexts.ts'

export const ReportTypeEnum = builder.enumType('ReportType', { values: REPORT_TYPES })
const ReportPeriodTypeEnum = builder.enumType('ReportPeriodType', { values: REPORT_PERIOD_TYPES })
const ReportFormatEnum = builder.enumType('ReportFormat', { values: ['PDF', 'XLSX'] as const })
const ExportFormatEnum = builder.enumType('ExportFormat', { values: ['CSV', 'XLSX'] as const })
export const ReportFileFormatEnum = builder.enumType('ReportFileFormat', { values: REPORT_FORMATS })
const ReportFileStatusEnum = builder.enumType('ReportFileStatus', {
  description: 'EXPIRED: it was there, and can be made again.',
  values: ['EXPIRED', 'FAILED', 'PREPARING', 'READY'] as const,
})

const ReportFileRef = builder.objectRef<ReportRun>('ReportFile').implement({
  description: 'The file of a report. It is read at its path, with the token of the person who asked for it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid', description: 'Of the report; `reportRun` tells how far it is.' }),
    name: t.string({ nullable: true, resolve: ({ file }) => file?.name ?? null }),
    contentType: t.string({ nullable: true, resolve: ({ file }) => file?.contentType ?? null }),
    sizeBytes: t.float({ nullable: true, resolve: ({ file }) => file?.sizeBytes ?? null }),
    status: t.field({ type: ReportFileStatusEnum, resolve: ({ status }) => status }),
    progress: t.int({ nullable: true, description: 'Percent, while it is being made.', resolve: ({ progress }) => progress }),
    expiresOn: t.field({ type: 'DateTime', nullable: true, resolve: ({ file }) => file?.expiresOn ?? null }),
    path: t.string({ nullable: true, resolve: ({ path }) => path }),
  }),
})

const ReportRunRef = builder.objectRef<ReportRun>('ReportRun').implement({
  description: 'A report that the caller asked for, or that came by itself.',
  fields: (t) => ({
    id: t.expose('id', { type: 'Guid' }),
    type: t.field({ type: ReportTypeEnum, resolve: ({ request }) => request.type }),
    viewName: t.string({
      nullable: true,
      description: 'Of a saved view of analytics.',
      resolve: ({ request }) => request.view?.name ?? null,
    }),
    format: t.field({ type: ReportFileFormatEnum, resolve: ({ request }) => request.format }),
    language: t.string({ resolve: ({ request }) => request.language }),
    dateFrom: t.field({ type: 'Date', resolve: ({ request }) => request.from }),
    dateTo: t.field({ type: 'Date', description: 'Included.', resolve: ({ lastDate }) => lastDate }),
    workCenterIds: t.field({
      type: ['Int'],
      nullable: true,
      description: 'Null = all that the caller may see.',
      resolve: ({ request }) => request.workCenterIds,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    isSubscribed: t.boolean({ description: 'Whether it came by itself.', resolve: ({ subscriptionId }) => subscriptionId !== null }),
    restatedShifts: t.exposeInt('restatedShifts', {
      description: 'Shifts of it that were confirmed again since it was made; made again, it has their new figures.',
    }),
    errorId: t.expose('errorId', { type: 'Guid', nullable: true, description: 'The id of the failure in the log of the server.' }),
    file: t.field({ type: ReportFileRef, resolve: (run) => run }),
  }),
})

type Result = { readonly run: ReportRun | null; readonly type: ReportType; readonly texts: ReportTexts }

const ReportResultRef = builder.objectRef<Result>('ReportResult').implement({
  fields: (t) => ({
    success: t.boolean({ resolve: ({ run }) => run !== null && run.status !== 'FAILED' }),
    errorCode: t.string({
      nullable: true,
      description: 'NO_DATA, or FAILED with the id of the failure in the message.',
      resolve: ({ run }) => (run === null ? 'NO_DATA' : run.status === 'FAILED' ? 'FAILED' : null),
    }),
    errorMessage: t.string({
      nullable: true,
      resolve: ({ run, type, texts: { api } }) => {
        if (run === null)
          return type === 'ENERGY' ? api.noEnergy : type === 'DOWNTIME' || type === 'LOSSES' ? api.noDowntime : api.noEfficiency
        return run.status === 'FAILED' ? `${api.failed} (${run.errorId ?? run.id})` : null
      },
    }),
    successMessage: t.string({
      nullable: true,
      resolve: ({ run, texts: { api } }) =>
        run === null || run.status === 'FAILED' ? null : run.status === 'READY' ? api.ready : api.preparing,
    }),
    file: t.field({
      type: ReportFileRef,
      nullable: true,
      description: 'PREPARING while it is being made, which takes about a minute at most.',
      resolve: ({ run }) => run,
    }),
  }),
})

builder.queryFields((t) => ({
  reportRuns: t.field({
    type: [ReportRunRef],
    authScopes: { member: true },
    description: 'The reports that the caller asked for or was sent within 90 days, the newest first, at most a hundred.',
    resolve: async (_root, _args, context) => [...(await listOwnRuns(context.inTenant, { userId: context.principal.userId }))],
  }),
  reportRun: t.field({
    type: ReportRunRef,
    nullable: true,
    authScopes: { member: true },
    args: { id: t.arg({ type: 'Guid', required: true }) },
    resolve: async (_root, { id }, context) => (await listOwnRuns(context.inTenant, { userId: context.principal.userId, id }))[0] ?? null,
  }),
}))

builder.mutationFields((t) => {
  const args = {
    periodStart: t.arg({ type: 'DateTime', required: true, description: 'The report is of whole production days of the plant.' }),
    periodEnd: t.arg({ type: 'DateTime', description: 'Not included; for PERIOD.' }),
    periodType: t.arg({ type: ReportPeriodTypeEnum, description: 'By default PERIOD where an end is given, else DAY.' }),
    format: t.arg({ type: ReportFormatEnum, required: true, defaultValue: 'PDF' }),
    language: t.arg.string({ required: true, defaultValue: 'en' }),
    deviceIds: t.arg.stringList({ description: 'Without any, and without `workCenterIds`, all work centers that the caller may see.' }),
    workCenterIds: t.arg.intList({ description: 'Only these, with `deviceIds` those that are among both.' }),
  }
  const fileArgs = { ...args, format: t.arg({ type: ReportFileFormatEnum, required: true, defaultValue: 'PDF' }) }
  /** Energy is also written as CSV: a row a part, whatever it is divided by. */
  const energy = (isMailed: boolean) =>
    t.field({
      type: ReportResultRef,
      authScopes: can('READ', REPORT_SUBJECTS.ENERGY),
      description: isMailed
        ? 'Makes what energy was used for and what it cost as a file and sends it to the address of the caller.'
        : 'Makes what energy was used for and what it cost as a file, as the others are made; of whole days of the clock of the company.',
      args: fileArgs,
      resolve: async (_root, asked, context) => print(context, await printOf(context, asked, { type: 'ENERGY', isMailed })),
    })
  const printed = (type: ReportType, isMailed = false) =>
    t.field({
      type: ReportResultRef,
      authScopes: can('READ', REPORT_SUBJECTS[type]),
      description: isMailed
        ? 'Makes the report as a file and sends it to the address of the caller.'
        : 'Makes the report as a file and waits some seconds for it; one that takes longer is PREPARING, and after a minute is also mailed.',
      args,
      resolve: async (_root, asked, context) => print(context, await printOf(context, asked, { type, isMailed })),
    })
  const viewed = (isMailed: boolean) =>
    t.field({
      type: ReportResultRef,
      authScopes: can('READ', REPORT_SUBJECTS.VIEW),
      description: isMailed
        ? 'Makes what the page of analytics shows of the period as a file and sends it to the address of the caller.'
        : 'Makes what the page of analytics shows of the period as a file, as the others are made.',
      args: {
        ...args,
        search: t.arg.string({
          required: true,
          description: 'The query parameters of the page, such as those of a saved view; its dates are those of the period.',
        }),
        name: t.arg.string({ description: 'What the report is called, such as the name of a saved view.' }),
      },
      resolve: async (_root, { periodStart, periodEnd, periodType, format, language, deviceIds, workCenterIds, search, name }, context) => {
        const view = { name: name ?? reportTextsOf(checkedLanguage(language)).titles.VIEW, search }
        const [problem] = savedViewProblems({ list: 'ANALYTICS', ...view })
        if (problem !== undefined) throw new Refusal(problem)
        return await print(context, {
          type: 'VIEW',
          view,
          format,
          isMailed,
          language: checkedLanguage(language),
          period: { start: periodStart, end: periodEnd ?? null, type: periodType ?? null },
          workCenterIds: await context.idsOf(
            workCenterIds,
            deviceIds?.map((id) => asId<DeviceId>(id)),
          ),
        })
      },
    })
  const exported = (isMailed: boolean) =>
    t.field({
      type: ReportResultRef,
      authScopes: can('READ', 'LOSSES'),
      description: isMailed
        ? 'Has all losses of a period written into a file for spreadsheets and sent to the address of the caller.'
        : 'Has all losses of a period written into a file for spreadsheets.',
      args: {
        exportFormat: t.arg({ type: ExportFormatEnum, required: true }),
        periodStart: args.periodStart,
        periodEnd: args.periodEnd,
        periodType: args.periodType,
        language: args.language,
        workCenterIds: t.arg.intList(),
      },
      resolve: async (_root, { exportFormat, periodStart, periodEnd, periodType, language, workCenterIds }, context) =>
        print(context, {
          type: 'LOSSES',
          isMailed,
          format: exportFormat,
          language: checkedLanguage(language),
          period: { start: periodStart, end: periodEnd ?? null, type: periodType ?? null },
          workCenterIds: await context.narrowed(workCenterIds),
        }),
    })
  return {
    printEfficiencyProtocol: printed('GENERAL'),
    printDowntimeProtocol: printed('DOWNTIME'),
    printLossesProtocol: printed('LOSSES'),
    printShiftReport: printed('SHIFT'),
    printEnergyReport: energy(false),
    sendEnergyReport: energy(true),
    sendShiftReport: printed('SHIFT', true),
    printAnalytics: viewed(false),
    sendAnalytics: viewed(true),
    sendEfficiencyProtocol: printed('GENERAL', true),
    sendDowntimeProtocol: printed('DOWNTIME', true),
    sendLossesProtocol: printed('LOSSES', true),
    exportLosses: exported(false),
    sendLossesReportToMail: exported(true),
    remakeReport: t.field({
      type: ReportResultRef,
      authScopes: { member: true },
      description: 'Makes a report of the caller once more, from what is known now.',
      args: { id: t.arg({ type: 'Guid', required: true }) },
      resolve: async (_root, { id }, context) => {
        const { userId } = context.principal
        const madeFor = await callerName(context.deps.database, context.member())
        const asked = await repeatPrint(context.inTenant, { userId }, id, async (request) => {
          const subject = REPORT_SUBJECTS[request.type]
          if (!context.may('READ', subject)) throw new Refusal({ code: 'FORBIDDEN', params: { action: 'READ', subject } })
          const hasChecklists = tellsChecklists(grantsOf(context.abilities()), request.type)
          return { ...request, madeFor, hasChecklists, workCenterIds: await context.narrowed(request.workCenterIds) }
        })
        return await resultOf(context, asked.id, asked.type)
      },
    }),
  }
})

type Asked = {
  readonly periodStart: number
  readonly periodEnd?: number | null | undefined
  readonly periodType?: ReportPeriodType | null | undefined
  readonly format: ReportFormat
  readonly language: string
  readonly deviceIds?: readonly string[] | null | undefined
  readonly workCenterIds?: readonly number[] | null | undefined
}

/** What is asked for, of the work centers that the caller may see. */
async function printOf(context: RequestContext, asked: Asked, { type, isMailed }: Pick<Print, 'isMailed' | 'type'>): Promise<Print> {
  const { periodStart, periodEnd, periodType, format, language, deviceIds, workCenterIds } = asked
  return {
    type,
    format,
    ...(isMailed !== undefined && { isMailed }),
    hasChecklists: tellsChecklists(grantsOf(context.abilities()), type),
    language: checkedLanguage(language),
    period: { start: periodStart, end: periodEnd ?? null, type: periodType ?? null },
    workCenterIds: await context.idsOf(
      workCenterIds,
      deviceIds?.map((id) => asId<DeviceId>(id)),
    ),
  }
}

async function print(context: RequestContext, asked: Print): Promise<Result> {
  const { companyId, userId } = context.member()
  const asker = { userId, name: await callerName(context.deps.database, { companyId, userId }) }
  const id = await requestPrint(context.inTenant, asker, asked, context.now())
  return await resultOf(context, id, asked.type)
}

async function resultOf(context: RequestContext, id: string | null, type: ReportType): Promise<Result> {
  const texts = reportTextsOf(isLanguage(context.language) ? context.language : 'en')
  if (id === null) return { run: null, type, texts }
  return {
    run: await waitForRun(context.inTenant, { userId: context.principal.userId, id, waitMs: context.deps.reportWaitMs ?? 0 }),
    type,
    texts,
  }
}

function checkedLanguage(language: string): Print['language'] {
  if (isLanguage(language)) return language
  throw new Refusal({ code: 'INVALID_FORMAT', field: 'language', params: { example: LANGUAGES.join(', ') } })
}
