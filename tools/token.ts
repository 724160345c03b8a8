/** Prints an access token for the API: `npm exec -- node tools/token.ts <e-mail> <password> <company>`; URL names another server than the local one. */
import { signIn } from './signIn.ts'

const [email, password, companyId] = process.argv.slice(2)
const url = (process.env['URL'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`).replace(/\/$/, '')

if (email === undefined || password === undefined || companyId === undefined) {
  console.error('Usage: node tools/token.ts <e-mail> <password> <company>')
  process.exitCode = 1
} else {
  try {
    console.log(await signIn({ url, email, password, companyId }))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
