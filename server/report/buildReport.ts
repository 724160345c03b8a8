import { isOn } from '#engine/extension/extension.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { daysBetween, dayBefore } from '#engine/time/statPeriod.ts'
import { findChangeMarks } from '#server/analytics/changeMarks.service.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { energyDepsIn } from '#server/energy/energyDeps.ts'
import { energyOfStops } from '#server/energy/lossEnergy.service.ts'
import { listChosenExtensions } from '#server/extension/extension.store.ts'
import { EVERY_LOSS } from '#server/loss/lossFilter.service.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { sumLosses, totalLosses } from '#server/loss/lossList.store.ts'
import { trustOfLosses } from '#server/loss/lossTrust.store.ts'
import { aboutTable, madeText } from './aboutReport.ts'
import { changeContent } from './changeContent.ts'
import { comparedRecords } from './comparedRecords.ts'
import { datesText } from './dateWords.ts'
import {
  efficiencyTiles,
  efficiencyTrends,
  headTable,
  oeeHeadline,
  shiftsTable,
  stepsChart,
  summaryTable,
  termsTable,
} from './efficiencyContent.ts'
import { energyContent, energyRowsTable } from './energyContent.ts'
import type { EnergyFigures } from './energyFigures.service.ts'
import { keyFigures } from './keyFigures.ts'
import { downtimeContent, lossCells, lossColumns, marksTable, stopsHeadline } from './lossContent.ts'
import { readLosses } from './lossRows.store.ts'
import type { PeopleNames } from './peopleNames.ts'
import { factorFigures, lostFigures, provenShift } from './proof/provenFigures.ts'
import type { ReportProof } from './proof/provenFigures.ts'
import type { ReportCell, ReportModel, ReportTable } from './reportModel.ts'
import { lossesOf } from './reportContent.ts'
import { loadNames } from './reportNames.ts'
import type { ReportNames } from './reportNames.ts'
import { readEnergies, readOutputs, readRecords, targetOutputText, targetsText } from './reportRecords.ts'
import { titleOfReport } from './reportRequest.ts'
import type { ReportRequest } from './reportRequest.ts'
import { restatedTable } from './restatedContent.ts'
import { countsTable, notesTable } from './shiftContent.ts'
import { shiftDetails } from './shiftDetails.ts'
import { notesOfReport, notesSheet } from './timelineMarks.ts'
import { viewContent } from './viewContent.ts'
import { scopeOfView } from './viewScope.ts'

/** Work centers whose days are read at once: all reasons of four months each. */
const MARKED_AT_ONCE = 5

/** A report of energy tells no losses. */
const NO_LOSSES = { count: 0, unclassifiedCount: 0, stoppedMs: 0, explainedMs: 0 } as const

type Given = {
  readonly now: number
  readonly people: PeopleNames
  /** Called while rows are read; throws when nobody wants them any more. */
  readonly check: () => void
  /** Of a report of energy: its figures, which are known to the process that takes in samples alone. */
  readonly energy?: EnergyFigures
}
type Content = Pick<ReportModel, 'charts' | 'lead' | 'tables' | 'tiles'> &
  Pick<ReportProof, 'figures' | 'headline'> & { readonly about?: readonly (readonly [string, string])[] }

/** Returns all that the report says. Its figures agree with each other where the tenant is a snapshot of the database. */
export async function buildReport(tenant: Tenant, wanted: ReportRequest, given: Given): Promise<ReportModel> {
  if (wanted.type === 'ENERGY') return await energyReport(tenant, wanted, given)
  const request = await scopeOfView(tenant, wanted)
  const { from, to, language, zone, type, shiftStart, workCenterIds } = request
  const names = await loadNames(tenant, request)
  const asked = { workCenterIds, shiftStart, now: given.now }
  const rows = await readRecords(tenant, { ...asked, dates: { from, to } })
  const filter: LossFilter = { ...lossesOf(request), shiftInstanceIds: shiftStart === null ? null : rows.map(({ record }) => record.id) }
  const stops: LossFilter = { ...filter, source: 'STATUS' }
  const sums = await sumLosses(tenant, stops, given.now)
  const keyTable = async () => keyFigures({ rows, sums, trust: await trustOfLosses(tenant, stops, given.now), names })
  const content = async (): Promise<Content> => {
    if (type === 'DOWNTIME') {
      const { totals, charts, tables } = await downtimeContent(tenant, { filter: stops, now: given.now, names, rows })
      const key = await keyTable()
      const marks = marksTable(await marksOf(tenant, request, given.now), names)
      return {
        tiles: [],
        lead: [],
        charts,
        tables: [key, ...marks, ...tables],
        figures: lostFigures(totals),
        headline: stopsHeadline(totals, names),
      }
    }
    if (type === 'LOSSES') {
      const headline = stopsHeadline(await totalLosses(tenant, stops, given.now), names)
      return { tiles: [], lead: [], charts: [], figures: {}, headline, tables: [await lossesTable(tenant, filter, { ...given, names })] }
    }
    if (type === 'VIEW') return { tiles: [], figures: {}, ...(await viewContent(tenant, { ...given, request, names })) }
    const compared = await comparedRecords(tenant, request, rows, given.now)
    const tiles = efficiencyTiles(rows, compared, names)
    const [targets, planned] = [targetsText(rows, 'targetOee', names), targetOutputText(rows, names)]
    const about: Content['about'] = [
      ...(compared.dates === null ? [] : [[names.texts.about.against, datesText(compared.dates, language)] as const]),
      ...(targets === null ? [] : [[names.texts.columns.target, targets] as const]),
      ...(planned === null ? [] : [[names.texts.columns.targetOutput, planned] as const]),
    ]
    const energies = await readEnergies(tenant, rows)
    const { lead, tables: changes } = await changeContent(tenant, compared, names)
    if (type === 'GENERAL') {
      const notes = await notesOfReport(tenant, request)
      const outputs = await readOutputs(tenant, { ...asked, dates: { from, to } }, rows)
      return {
        tiles,
        lead,
        charts: [...stepsChart(rows, names), ...(daysBetween(from, to) > 1 ? efficiencyTrends(rows, names, notes) : [])],
        tables: [
          summaryTable(rows, { energies, outputs }, names),
          ...changes,
          shiftsTable(rows, energies, names),
          termsTable(rows, names),
          ...notesSheet(notes, names),
        ],
        figures: factorFigures(rows),
        headline: oeeHeadline(tiles),
        about,
      }
    }
    await given.people.learn(rows.map(({ record }) => record.confirmedBy))
    const { charts, tables, totals } = await downtimeContent(tenant, { filter: stops, now: given.now, names, rows })
    const details = await shiftDetails(tenant, { ...given, rows, names, hasChecklists: request.hasChecklists === true })
    return {
      tiles,
      lead,
      charts: [...details.charts, ...stepsChart(rows, names), ...charts],
      tables: [
        headTable(rows, energies, names),
        shiftsTable(rows, energies, names),
        ...details.story,
        await notesTable(tenant, rows, { names, people: given.people }),
        await countsTable(tenant, rows, names),
        ...details.tables,
        await keyTable(),
        ...tables,
      ],
      figures: { ...factorFigures(rows), ...lostFigures(totals) },
      headline: oeeHeadline(tiles),
      about,
    }
  }
  const company = (await findCompany(tenant))?.name ?? ''
  const { tiles, lead, charts, tables, figures, headline, about: more = [] } = await content()
  const restated = await restatedTable(tenant, request, { rows, names, people: given.people })
  return {
    title: titleOfReport(request, language),
    subtitle: `${company} · ${datesText({ from, to }, language)}`,
    language,
    zone,
    made: madeText(request, names, given.now),
    tiles,
    lead,
    charts,
    tables: restated === null ? tables : [...tables, restated],
    about: aboutTable(request, {
      company,
      rows,
      sums,
      names,
      now: given.now,
      told: new Set(rows.map(({ workCenter }) => workCenter.id)),
      more,
    }),
    proof: { figures, headline, shifts: type === 'LOSSES' || type === 'VIEW' ? [] : rows.map(provenShift) },
  }
}

/** Energy is of days of the clock and of no shifts: nothing of the records is read. */
async function energyReport(tenant: Tenant, request: ReportRequest, { energy, now }: Given): Promise<ReportModel> {
  if (energy === undefined) throw new Error('a report of energy was asked for without its figures')
  const { from, to, language, zone, format } = request
  const names = await loadNames(tenant, request)
  const company = (await findCompany(tenant))?.name ?? ''
  const notes = await notesOfReport(tenant, request)
  const { known, headline, ...content } = energyContent(energy, names, notes)
  const more = energy.before === null ? [] : [[names.texts.about.against, datesText(energy.before.dates, language)] as const]
  return {
    title: titleOfReport(request, language),
    subtitle: `${company} · ${datesText({ from, to }, language)}`,
    language,
    zone,
    made: madeText(request, names, now),
    tiles: [],
    ...content,
    tables: format === 'CSV' ? [energyRowsTable(energy, names)] : content.tables,
    about: aboutTable(request, { company, rows: [], sums: NO_LOSSES, names, now, told: toldByEnergy(energy), more, knownEnergy: known }),
    proof: { figures: {}, headline, shifts: [] },
  }
}

function toldByEnergy({ splits }: EnergyFigures): ReadonlySet<number> {
  return new Set(splits.flatMap(({ parts }) => (parts ?? []).map(({ workCenterId }) => workCenterId)))
}

/** Since when what takes more, as far as was known when the last of the dates was over. */
async function marksOf(tenant: Tenant, { from, to, workCenterIds }: ReportRequest, now: number) {
  const filter = { ...EVERY_LOSS, workCenterIds: workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null }
  const { changes } = await findChangeMarks(tenant, { filter, first: from, last: dayBefore(to), now, placesAtOnce: MARKED_AT_ONCE })
  return changes
}

async function lossesTable(
  tenant: Tenant,
  filter: LossFilter,
  { names, people, now, check }: Given & { readonly names: ReportNames },
): Promise<ReportTable> {
  const hasEnergy = isOn('ENERGY', await listChosenExtensions(tenant))
  const rows: (readonly ReportCell[])[] = []
  const zones: string[] = []
  for await (const losses of readLosses(tenant, filter, now)) {
    check()
    await people.learn(losses.map(({ updatedBy }) => updatedBy))
    const energy = hasEnergy ? new Map((await energyOfStops(energyDepsIn(tenant, now), losses)).map((one) => [one.lossId, one])) : null
    for (const loss of losses) {
      rows.push(lossCells(loss, { names, people, energy }))
      zones.push(names.zone(loss.workCenterId))
    }
  }
  return { name: names.texts.sheets.losses, columns: lossColumns(names, hasEnergy), rows, zones }
}
