import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import { createPeopleNames } from './peopleNames.ts'
import { buildReport } from './buildReport.ts'
import type { ReportRequest } from './reportRequest.ts'
import { csvReport } from './write/csvReport.ts'
import { xlsxReport } from './write/xlsxReport.ts'

/** A report as a file, made in the thread for heavy work. */
export type ReportTask = { readonly name: 'REPORT'; readonly companyId: string; readonly request: ReportRequest; readonly now: number }

type Out = {
  emit(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  progress(percent: number): void
  check(): void
}

/** Writes the file of the report piece by piece. */
export async function writeReport(database: Database, { companyId, request, now }: ReportTask, out: Out): Promise<void> {
  const company = asId<CompanyId>(companyId)
  const people = createPeopleNames(database, companyId)
  out.progress(5)
  const model = await database.inSnapshot(company, (tenant) => buildReport(tenant, request, { now, people, check: () => out.check() }))
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
