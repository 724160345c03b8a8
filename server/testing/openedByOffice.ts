import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** As it is shown, in quotes where that is needed, dates as programs read them. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'

/** Returns the lines of the first sheet of the workbook as LibreOffice shows them, without a byte order mark; null where it is not installed. */
export async function openedByOffice(workbook: Uint8Array): Promise<readonly string[] | null> {
  const isInstalled = await run('soffice', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return null
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'))
  try {
    await writeFile(join(folder, 'report.xlsx'), workbook)
    const own = `-env:UserInstallation=file://${folder}/office`
    await run('soffice', [own, '--headless', '--convert-to', AS_CSV, '--outdir', folder, 'report.xlsx'], { cwd: folder })
    return (await readFile(join(folder, 'report.csv'), 'utf8')).replace('\uFEFF', '').trim().split('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
