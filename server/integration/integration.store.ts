import { sql } from 'kysely'
import type { ImportType } from '#engine/jobOrder/import/importField.ts'
import type { ExternalStatus } from '#engine/integration/externalOrder.ts'
import type { IntegrationService, StoredSecretName } from '#engine/integration/integrationForm.ts'
import type { RestSettings } from '#engine/integration/rest/restSettings.ts'
import type { IntegrationState } from '#engine/integration/integrationState.ts'
import type { OutboxOperation } from '#engine/integration/outboxPlan.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { isSwitchedOff } from '#server/extension/extension.store.ts'

/** A failure as it is stored: a code with the parameters of its text. */
export type StoredFailure = { readonly code: string; readonly params: Readonly<Record<string, boolean | number | string>> }

export type StoredSecret = { readonly sealed: string; readonly setOn: string }

export type StoredProbe = {
  readonly system: string
  readonly version: string
  readonly capabilities: readonly string[]
  readonly ms: number
  /** Missing in rows of before it. */
  readonly missing?: readonly { readonly capability: string; readonly reason: string }[]
}

/** What is no secret of a connection. */
export type ConnectionSettings = {
  readonly database: string | null
  readonly login: string | null
  readonly closes: boolean
  /** Missing in rows of before it. */
  readonly renewsKey?: boolean
  /** Certificates in PEM that are trusted instead of the usual ones; missing in rows of before it. */
  readonly certificate?: string | null
  /** Of REST; missing in rows of before it. */
  readonly rest?: RestSettings | null
}

export type Integration = IntegrationState & {
  readonly id: string
  readonly service: IntegrationService
  readonly name: string
  readonly serviceUrl: string
  readonly settings: ConnectionSettings
  readonly secrets: Readonly<Partial<Record<StoredSecretName, StoredSecret>>>
  /** YYYY-MM-DD */
  readonly keyEndsOn: string | null
  /** The day of the last try to renew the key, YYYY-MM-DD. */
  readonly keyTriedOn: string | null
  /** Why that failed. */
  readonly keyError: StoredFailure | null
  readonly deletedOn: Date | null
  readonly error: StoredFailure | null
  readonly probe: StoredProbe | null
  readonly probedOn: Date | null
  readonly busySince: Date | null
  readonly busyUntil: Date | null
  readonly busyBy: UserId | null
  readonly importType: ImportType | null
  readonly meanings: readonly ExternalStatus[]
  readonly startDay: string | null
  readonly everyMinutes: number
  readonly sends: readonly OutboxOperation[]
  readonly readUntil: string | null
  readonly readAllOn: Date | null
  readonly nextRunOn: Date | null
  /** When somebody confirmed what the first import would do; null = not yet, and nothing comes by itself. */
  readonly scheduledSince: Date | null
  readonly version: number
  readonly createdBy: UserId | null
  readonly updatedBy: UserId | null
}

/** What can be changed of an integration; what is left out stays. */
export type IntegrationChanges = Partial<Omit<Integration, 'createdBy' | 'id' | 'isDeleted' | 'service' | 'version'>>

const COLUMNS = sql`id, service, name, service_url as "serviceUrl", settings, secrets, key_ends_on::text as "keyEndsOn",
  key_tried_on::text as "keyTriedOn", key_error as "keyError", status, work, failures,
  is_checked as "isChecked", deleted_on is not null as "isDeleted", deleted_on as "deletedOn", error, probe, probed_on as "probedOn",
  busy_since as "busySince", busy_until as "busyUntil", busy_by as "busyBy", import_type as "importType", meanings, start_day::text as "startDay",
  every_minutes as "everyMinutes", sends, read_until as "readUntil", read_all_on as "readAllOn", next_run_on as "nextRunOn", scheduled_since as "scheduledSince", version,
  created_by as "createdBy", updated_by as "updatedBy"`

/** How long a deleted integration can be restored. */
const KEPT_DELETED = '30 days'

/** Returns the integrations of the company, those that were deleted lately last. */
export async function listIntegrations(tenant: Tenant, at: Date): Promise<readonly Integration[]> {
  const { rows } = await sql<Integration>`select ${COLUMNS} from integration where company_id = ${tenant.companyId}
    and coalesce(deleted_on > ${at}::timestamptz - ${KEPT_DELETED}::interval, true) order by deleted_on is not null, created_on, id`.execute(
    tenant.tx,
  )
  return rows
}

/** Returns the integration, locked until the transaction ends; null for an unknown or foreign one. */
export async function lockIntegration(tenant: Tenant, id: string): Promise<Integration | null> {
  const { rows } =
    await sql<Integration>`select ${COLUMNS} from integration where company_id = ${tenant.companyId} and id = ${id}::uuid for update`.execute(
      tenant.tx,
    )
  return rows[0] ?? null
}

/** Returns the integration; null for an unknown or foreign one. */
export async function findIntegration(tenant: Tenant, id: string): Promise<Integration | null> {
  const { rows } =
    await sql<Integration>`select ${COLUMNS} from integration where company_id = ${tenant.companyId} and id = ${id}::uuid`.execute(
      tenant.tx,
    )
  return rows[0] ?? null
}

/** Returns the id of a new integration, of which nothing but its service and name is stored. */
export async function insertIntegration(
  tenant: Tenant,
  made: Pick<Integration, 'name' | 'service' | 'serviceUrl'> & { readonly userId: UserId; readonly at: Date },
): Promise<string> {
  const { id } = await tenant.tx
    .insertInto('integration')
    .values({
      company_id: tenant.companyId,
      service: made.service,
      name: made.name,
      service_url: made.serviceUrl,
      created_by: made.userId,
      created_on: made.at,
      updated_by: made.userId,
      updated_on: made.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores what changed of the integration, and raises its version. */
export async function updateIntegration(tenant: Tenant, id: string, changes: IntegrationChanges, at: Date): Promise<void> {
  const json = (value: unknown) => (value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`)
  const { settings, secrets, error, keyError, probe } = changes
  await tenant.tx
    .updateTable('integration')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.serviceUrl !== undefined && { service_url: changes.serviceUrl }),
      ...(settings !== undefined && { settings: sql<string>`${JSON.stringify(settings)}::jsonb` }),
      ...(secrets !== undefined && { secrets: sql<string>`${JSON.stringify(secrets)}::jsonb` }),
      ...(changes.keyEndsOn !== undefined && {
        key_ends_on: changes.keyEndsOn,
        key_told: sql<number | null>`case when key_ends_on is not distinct from ${changes.keyEndsOn}::date then key_told end`,
      }),
      ...(changes.keyTriedOn !== undefined && { key_tried_on: changes.keyTriedOn }),
      ...(keyError !== undefined && { key_error: json(keyError) }),
      ...(changes.status !== undefined && { status: changes.status }),
      // The next failure is told again.
      ...(changes.status === 'CONNECTED' && { failed_told_on: null }),
      ...(changes.status !== undefined && {
        disabled_on: changes.status === 'DISABLED' ? sql<Date>`coalesce(disabled_on, ${at}::timestamptz)` : null,
      }),
      ...(changes.work !== undefined && { work: changes.work }),
      ...(changes.failures !== undefined && { failures: changes.failures }),
      ...(changes.isChecked !== undefined && { is_checked: changes.isChecked }),
      ...(changes.deletedOn !== undefined && { deleted_on: changes.deletedOn }),
      ...(error !== undefined && { error: json(error) }),
      ...(probe !== undefined && { probe: json(probe) }),
      ...(changes.probedOn !== undefined && { probed_on: changes.probedOn }),
      ...(changes.busySince !== undefined && { busy_since: changes.busySince }),
      ...(changes.busyUntil !== undefined && { busy_until: changes.busyUntil }),
      ...(changes.busyBy !== undefined && { busy_by: changes.busyBy }),
      ...(changes.importType !== undefined && { import_type: changes.importType }),
      ...(changes.meanings !== undefined && { meanings: [...changes.meanings] }),
      ...(changes.startDay !== undefined && { start_day: changes.startDay }),
      ...(changes.everyMinutes !== undefined && { every_minutes: changes.everyMinutes }),
      ...(changes.sends !== undefined && { sends: [...changes.sends] }),
      ...(changes.readUntil !== undefined && { read_until: changes.readUntil }),
      ...(changes.readAllOn !== undefined && { read_all_on: changes.readAllOn }),
      ...(changes.scheduledSince !== undefined && { scheduled_since: changes.scheduledSince }),
      ...(changes.nextRunOn !== undefined && { next_run_on: changes.nextRunOn }),
      ...(changes.updatedBy !== undefined && { updated_by: changes.updatedBy }),
      updated_on: at,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute()
}

/** Has the one who began at `since` count as alive until then; returns false where somebody else works with the integration by now. */
export async function renewLease(
  tenant: Tenant,
  id: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update integration set busy_until = ${until} where company_id = ${tenant.companyId}
    and id = ${id}::uuid and status = 'PROCESSING' and busy_since = ${since}`.execute(tenant.tx)
  return numAffectedRows === 1n
}

/** Returns the integrations of all companies with something to do now: a run that is due, or a message that may go; none of companies that switched them off. */
export async function listDueIntegrations(
  tx: Tenant['tx'],
  at: Date,
): Promise<readonly { readonly companyId: CompanyId; readonly id: string }[]> {
  const { rows } = await sql<{ readonly companyId: CompanyId; readonly id: string }>`select company_id as "companyId", id from integration i
    where deleted_on is null
    and not ${isSwitchedOff(sql`i.company_id`, 'INTEGRATIONS')} and (
      (status = 'CONNECTED' and next_run_on <= ${at})
      or (status = 'PROCESSING' and busy_until <= ${at})
      or (status = 'CONNECTED' and exists (select from integration_outbox o
        where o.company_id = i.company_id and o.integration_id = i.id and o.state = 'WAITING' and o.next_try_on <= ${at}
        and not exists (select from integration_outbox b where b.company_id = o.company_id and b.integration_id = o.integration_id
          and b.external_id = o.external_id and b.id < o.id and b.state in ('CONFLICT', 'NEEDS_PERSON', 'WAITING')))))
    order by next_run_on limit 500`.execute(tx)
  return rows
}
