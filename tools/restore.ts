/** Makes a data directory of a backup. */
import { loadConfig } from '#server/config.ts'
import { StartRefusal } from '#server/refusal.ts'
import { restoreBackup } from './onlineBackup.ts'

const USAGE = `Usage: node tools/restore.ts <directory of the backup>

Makes DATA_DIR, which must hold no database yet, of a backup that node tools/backup.ts took. Put the key of the secrets to SECRETS_KEY_FILE before
the first start.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

async function main([source, ...others]: readonly string[]): Promise<number> {
  if (source === undefined || source.startsWith('-') || others.length > 0) {
    console.error(USAGE)
    return source === '--help' ? 0 : 1
  }
  const { dataDir, secretsKeyFile } = loadConfig()
  const { files } = await restoreBackup(source, dataDir)
  console.log(`${files} files are in ${dataDir}. Put the key of the secrets to ${secretsKeyFile} before the first start.`)
  return 0
}
