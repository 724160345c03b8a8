import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { pageOfReport } from './pageOfReport.ts'
import { createPeopleNames } from './peopleNames.ts'
import { buildReport } from './buildReport.ts'
import { saveProof } from './proof/proof.store.ts'
import type { EnergyFigures } from './energyFigures.service.ts'
import type { ReportModel } from './reportModel.ts'
import type { ReportRequest } from './reportRequest.ts'
import { reportTextsOf } from './reportTexts.ts'
import { csvReport } from './write/csvReport.ts'
import { xlsxReport } from './write/xlsxReport.ts'

/** A report as a file, made in the thread for heavy work. */
export type ReportTask = {
  readonly name: 'REPORT'
  readonly companyId: string
  readonly request: ReportRequest
  readonly now: number
  /** Of a report of energy. */
  readonly energy?: EnergyFigures
  /** What keeps the figures that its links show again, and where they lead; left out = it has no links. */
  readonly proof?: { readonly renderingId: string; readonly publicUrl: string }
}

type Out = {
  emit(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  progress(percent: number): void
  check(): void
}

/** Writes the file of the report piece by piece. */
export async function writeReport(database: Database, { companyId, request, now, proof, energy }: ReportTask, out: Out): Promise<void> {
  const company = asId<CompanyId>(companyId)
  const people = createPeopleNames(database, companyId)
  out.progress(5)
  const built = await database.inSnapshot(company, (tenant) =>
    buildReport(tenant, request, { now, people, check: () => out.check(), ...(energy && { energy }) }),
  )
  if (proof !== undefined)
    await database.inTenant(company, (tenant) => saveProof(tenant, proof.renderingId, { ...built.proof, madeAt: new Date(now) }))
  const model = proof === undefined ? built : linked(built, request, proof)
  out.progress(50)
  out.check()
  if (request.format === 'CSV') {
    for (const bytes of csvReport(model)) await out.emit(bytes)
  } else if (request.format === 'XLSX') {
    for await (const bytes of xlsxReport(model)) await out.emit(bytes)
  } else {
    // Its fonts and layout are loaded when the first PDF is wanted, and stay.
    const { pdfReport } = await import('./write/pdfReport.ts')
    await out.emit(new Uint8Array(await pdfReport(model)))
  }
  out.progress(100)
}

/** With the addresses of its figures and of the page that shows the same. */
function linked(built: ReportModel, request: ReportRequest, { renderingId, publicUrl }: NonNullable<ReportTask['proof']>): ReportModel {
  const page = pageOfReport(request)
  const pageAddress = page === null ? undefined : `${publicUrl}${page}`
  const { onScreen } = reportTextsOf(request.language).about
  return {
    ...built,
    about: { ...built.about, rows: pageAddress === undefined ? built.about.rows : [...built.about.rows, [onScreen, pageAddress]] },
    addressOf: (figure) => `${publicUrl}/reports?figure=${renderingId}~${figure}`,
    ...(pageAddress !== undefined && { pageAddress }),
  }
}
