import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import type { Language } from '#engine/user/language.ts'
import type { Database } from '#server/db/database.ts'
import { createPeopleNames } from '../peopleNames.ts'
import { readRun } from './runOnPaper.ts'

/** A run of a checklist as a PDF, made in the thread for heavy work. */
export type ChecklistPdfTask = {
  readonly name: 'CHECKLIST_PDF'
  readonly companyId: string
  readonly occurrenceId: number
  readonly language: Language
}

type Out = { emit(bytes: Uint8Array<ArrayBuffer>): Promise<void>; check(): void }

/** Writes the PDF of the run. */
export async function writeRunPdf(database: Database, { companyId, occurrenceId, language }: ChecklistPdfTask, out: Out): Promise<void> {
  const run = await database.inSnapshot(asId<CompanyId>(companyId), (tenant) => readRun(tenant, occurrenceId))
  if (run === null) throw new Error(`there is no occurrence ${occurrenceId}`)
  out.check()
  const people = createPeopleNames(database, companyId)
  await people.learn(run.submissions.map(({ submittedBy }) => submittedBy))
  // Its fonts and layout are loaded when the first PDF is wanted, and stay.
  const { runPdf } = await import('./runPdf.ts')
  await out.emit(new Uint8Array(await runPdf(run, language, (userId) => people.name(userId) ?? '–')))
}
