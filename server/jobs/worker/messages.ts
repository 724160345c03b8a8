import type { CompanyZipTask } from '#server/companyExport/writeCompanyZip.ts'
import type { ChecklistPdfTask } from '#server/report/checklistRun/writeRunPdf.ts'
import type { ReportTask } from '#server/report/writeReport.ts'
import type { AuditCsvTask } from './auditCsv.ts'

/** Breaks the thread on purpose, for tests: runs out of memory, ends the thread, throws, or computes without an end. */
export type FaultTask = { readonly name: 'FAULT'; readonly fault: 'MEMORY' | 'EXIT' | 'THROW' | 'BUSY' }

/** What the thread can do. */
export type Task = AuditCsvTask | ChecklistPdfTask | CompanyZipTask | FaultTask | ReportTask

/** What a task in the thread is given. */
export type TaskContext = {
  /** Hands a piece of the result to the main loop; waits while that has enough. */
  emit(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  progress(percent: number): void
  /** Throws when the job was cancelled. */
  check(): void
}

/** From the main loop to the thread. */
export type ToThread =
  | { readonly type: 'RUN'; readonly task: Task }
  | { readonly type: 'CANCEL' }
  /** A chunk was taken: another one may come. */
  | { readonly type: 'MORE' }

/** From the thread to the main loop. */
export type FromThread =
  | { readonly type: 'CHUNK'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'PROGRESS'; readonly percent: number }
  | { readonly type: 'DONE' }
  | { readonly type: 'FAILED'; readonly message: string }

/** Chunks that may be on their way at a time. */
export const WINDOW = 4
