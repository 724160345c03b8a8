/** Gives people the provider's roles from the command line: they act in a company only after entering it, which its log tells. */
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { Refusal, StartRefusal } from '#server/refusal.ts'
import { endProviderPerson, makeProviderPerson } from '#server/user/providerPerson.service.ts'
import { listProviderPeople, PROVIDER_ROLES } from '#server/user/providerPerson.store.ts'
import type { ProviderRole } from '#server/user/providerPerson.store.ts'
import { onRunningDatabase } from './runningDatabase.ts'

const USAGE = `Usage: node tools/providerPerson.ts <command>

  make --email <address> --role <role> --first-name <name> --last-name <name>
         gives the person the role; a new account gets a generated password, which is printed this once
  end --email <address>
         takes the role away and ends the visits that are under way
  list   prints the people of the provider, one JSON line each

Roles: ${PROVIDER_ROLES.join(', ')}. Whoever has one enters a company with the mutation enterCompany, for eight hours, and the log of the company tells why.

The command uses the database of DATABASE_URL, or the embedded one of the server that runs on DATA_DIR.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof StartRefusal)) throw error
  console.error(error.message)
  return 1
})

type Values = ReturnType<typeof readArguments>['values']

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  const [command] = positionals
  const isKnown = positionals.length === 1 && ['make', 'end', 'list'].includes(command ?? '')
  if (values.help || !isKnown || (command !== 'list' && values.email === undefined)) {
    console.error(USAGE)
    return values.help ? 0 : 1
  }
  await run(command ?? '', values).catch((error: unknown) => {
    throw error instanceof Refusal ? inWords(error, values.email ?? '') : error
  })
  return 0
}

async function run(command: string, values: Values): Promise<void> {
  const { email = '' } = values
  const config = loadConfig()
  if (command === 'list') {
    for (const { id: _id, ...person } of await onRunningDatabase(config, (database) => database.inSystem(listProviderPeople))) print(person)
    return
  }
  if (command === 'end') {
    await onRunningDatabase(config, (database) => endProviderPerson(database, email))
    print({ email, role: null })
    return
  }
  const role = roleOf(values.role)
  const person = { email, role, firstName: values['first-name'] ?? '', lastName: values['last-name'] ?? '' }
  const { password } = await onRunningDatabase(config, (database) => makeProviderPerson(database, person))
  print({ email, role, ...(password !== null && { password }) })
}

function roleOf(text: string | undefined): ProviderRole {
  const role = PROVIDER_ROLES.find((one) => one === text)
  if (role === undefined) throw new StartRefusal(`--role must be one of ${PROVIDER_ROLES.join(', ')}.\n\n${USAGE}`)
  return role
}

function print(value: object): void {
  console.log(JSON.stringify(value))
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { email: text, role: text, 'first-name': text, 'last-name': text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new StartRefusal(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, { cause })
  }
}

function inWords(refusal: Refusal, email: string): StartRefusal {
  const field = { firstName: '--first-name', lastName: '--last-name' }[refusal.field ?? ''] ?? `--${refusal.field ?? '?'}`
  switch (refusal.code) {
    case 'REQUIRED':
      return new StartRefusal(`${field} must not be empty.`, { cause: refusal })
    case 'INVALID_EMAIL':
      return new StartRefusal('--email must look like name@company.com.', { cause: refusal })
    case 'USER_NOT_FOUND':
      return new StartRefusal(`${email} has no role of the provider.`, { cause: refusal })
    case 'EMAIL_NOT_VERIFIED':
      return new StartRefusal(`${email} has an account whose address was never proven, so it may be a stranger's.`, { cause: refusal })
    case 'DEMO_ACCOUNT':
      return new StartRefusal('The demo accounts are shared and get no role of the provider.', { cause: refusal })
    default:
      return new StartRefusal(`Refused: ${refusal.code} ${refusal.field ?? ''}`.trim(), { cause: refusal })
  }
}
