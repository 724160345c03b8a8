import { daysBetween, dayBefore, movedDate } from '#engine/time/statPeriod.ts'
import { findCompany } from '#server/company/company.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { LossFilter } from '#server/loss/lossFilter.store.ts'
import { sumLosses } from '#server/loss/lossList.store.ts'
import { trustOfLosses } from '#server/loss/lossTrust.store.ts'
import { aboutTable } from './aboutReport.ts'
import { efficiencyTiles, efficiencyTrend, shiftsTable, summaryTable } from './efficiencyContent.ts'
import { keyFigures } from './keyFigures.ts'
import { downtimeContent, lossCells, lossColumns } from './lossContent.ts'
import { readLosses } from './lossRows.store.ts'
import type { PeopleNames } from './peopleNames.ts'
import { factorFigures, lostFigures, provenShift } from './proof/provenFigures.ts'
import type { ReportProof } from './proof/provenFigures.ts'
import type { ReportCell, ReportModel, ReportTable } from './reportModel.ts'
import { lossesOf } from './reportContent.ts'
import { loadNames } from './reportNames.ts'
import type { ReportNames } from './reportNames.ts'
import { readEnergies, readRecords } from './reportRecords.ts'
import type { ReportRequest } from './reportRequest.ts'
import { restatedTable } from './restatedContent.ts'
import { notesTable } from './shiftContent.ts'

type Given = {
  readonly now: number
  readonly people: PeopleNames
  /** Called while rows are read; throws when nobody wants them any more. */
  readonly check: () => void
}
type Content = Pick<ReportModel, 'charts' | 'tables' | 'tiles'> & { readonly figures: ReportProof['figures'] }

/** Returns all that the report says. Its figures agree with each other where the tenant is a snapshot of the database (R-1). */
export async function buildReport(tenant: Tenant, request: ReportRequest, given: Given): Promise<ReportModel> {
  const { from, to, language, zone, type, shiftStart, workCenterIds } = request
  const names = await loadNames(tenant, request)
  const asked = { workCenterIds, shiftStart, now: given.now }
  const rows = await readRecords(tenant, { ...asked, dates: { from, to } })
  const filter: LossFilter = { ...lossesOf(request), shiftInstanceIds: shiftStart === null ? null : rows.map(({ record }) => record.id) }
  const stops: LossFilter = { ...filter, source: 'STATUS' }
  const sums = await sumLosses(tenant, stops, given.now)
  const content = async (): Promise<Content> => {
    if (type === 'DOWNTIME') {
      const { totals, charts, tables } = await downtimeContent(tenant, { filter: stops, now: given.now, names, rows })
      const key = keyFigures({ rows, sums, trust: await trustOfLosses(tenant, stops, given.now), names })
      return { tiles: [], charts, tables: [key, ...tables], figures: lostFigures(totals) }
    }
    if (type === 'LOSSES') return { tiles: [], charts: [], figures: {}, tables: [await lossesTable(tenant, filter, { ...given, names })] }
    const days = daysBetween(from, to)
    const before = shiftStart === null ? await readRecords(tenant, { ...asked, dates: { from: movedDate(from, -days), to: from } }) : []
    const tiles = efficiencyTiles(rows, before, names)
    const energies = await readEnergies(tenant, rows)
    if (type === 'GENERAL')
      return {
        tiles,
        charts: days > 1 ? [efficiencyTrend(rows, names)] : [],
        tables: [summaryTable(rows, energies, names), shiftsTable(rows, energies, names)],
        figures: factorFigures(rows),
      }
    await given.people.learn(rows.map(({ record }) => record.confirmedBy))
    const { charts, tables, totals } = await downtimeContent(tenant, { filter: stops, now: given.now, names, rows })
    return {
      tiles,
      charts,
      tables: [shiftsTable(rows, energies, names), ...tables, notesTable(rows, names, given.people)],
      figures: { ...factorFigures(rows), ...lostFigures(totals) },
    }
  }
  const company = (await findCompany(tenant))?.name ?? ''
  const { tiles, charts, tables, figures } = await content()
  const restated = await restatedTable(tenant, request, { names, people: given.people })
  const last = dayBefore(to)
  return {
    title: names.texts.titles[type],
    subtitle: `${company} · ${from === last ? from : `${from} – ${last}`}`,
    language,
    zone,
    tiles,
    charts,
    tables: restated === null ? tables : [...tables, restated],
    about: aboutTable(request, { company, rows, sums, names, now: given.now }),
    proof: { figures, shifts: type === 'LOSSES' ? [] : rows.map(provenShift) },
  }
}

async function lossesTable(
  tenant: Tenant,
  filter: LossFilter,
  { names, people, now, check }: Given & { readonly names: ReportNames },
): Promise<ReportTable> {
  const rows: (readonly ReportCell[])[] = []
  const zones: string[] = []
  for await (const losses of readLosses(tenant, filter, now)) {
    check()
    await people.learn(losses.map(({ updatedBy }) => updatedBy))
    for (const loss of losses) {
      rows.push(lossCells(loss, names, people))
      zones.push(names.zone(loss.workCenterId))
    }
  }
  return { name: names.texts.sheets.losses, columns: lossColumns(names), rows, zones }
}
