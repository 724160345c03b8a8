import pg from 'pg'

/** Ids of the product by the table that gives them; a foreign key has the type of what it refers to. */
const ID_TYPES: Readonly<Record<string, string>> = {
  app_user: 'UserId',
  company: 'CompanyId',
  device: 'DeviceId',
  job_order: 'JobOrderId',
  loss_annotation: 'LossAnnotationId',
  loss_reason: 'LossReasonId',
  sensor: 'SensorId',
  status_rule: 'StatusRuleId',
  work_center: 'WorkCenterId',
}

/** Columns whose check constraint lists what they may hold. */
const LISTED = `
  select class.relname as "table", attribute.attname as "column", pg_get_constraintdef(constraint_.oid) as definition
  from pg_constraint constraint_
  join pg_class class on class.oid = constraint_.conrelid and class.relnamespace = 'public'::regnamespace and not class.relispartition
  join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = constraint_.conkey[1]
  where constraint_.contype = 'c' and cardinality(constraint_.conkey) = 1`

/** Ids by the name of the column: tables that only ingest writes have no foreign keys. */
const NAMED_IDS: Readonly<Record<string, string>> = {
  annotation_id: 'LossAnnotationId',
  actor: 'UserId',
  comment_by: 'UserId',
  company_id: 'CompanyId',
  confirmed_by: 'UserId',
  created_by: 'UserId',
  device_id: 'DeviceId',
  reason_by: 'UserId',
  responsible_id: 'UserId',
  said_by: 'UserId',
  status_rule_id: 'StatusRuleId',
  updated_by: 'UserId',
  user_id: 'UserId',
  via_station: 'UserId',
  work_center_id: 'WorkCenterId',
}

/** 0 stands for the company there. */
const NO_IDS: ReadonlySet<string> = new Set([
  'loss_sum.work_center_id',
  'shift_exception.work_center_id',
  'shift_schedule.work_center_id',
  'shift_schedule_end.work_center_id',
  'shift_sum.work_center_id',
])

/** Columns that refer to a column of another table. */
const REFERRING = `
  select class.relname as "table", attribute.attname as "column", target.relname || '.' || referred.attname as target
  from pg_constraint constraint_
  join pg_class class on class.oid = constraint_.conrelid and class.relnamespace = 'public'::regnamespace and not class.relispartition
  join pg_class target on target.oid = constraint_.confrelid
  cross join lateral unnest(constraint_.conkey, constraint_.confkey) as pair (own, foreign_)
  join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum = pair.own
  join pg_attribute referred on referred.attrelid = target.oid and referred.attnum = pair.foreign_
  where constraint_.contype = 'f'`

type Found = { readonly table: string; readonly column: string }

/**
 * Returns the generated row types with the values that the database knows of: a column with a list in its check constraint is that union, an id and
 * a foreign key are branded. Inserts and comparisons of ids take plain values as before.
 */
export async function withKnownValues(text: string, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const listed = await client.query<Found & { definition: string }>(LISTED)
    const referring = await client.query<Found & { target: string }>(REFERRING)
    const types = new Map<string, string>()
    for (const [table, type] of Object.entries(ID_TYPES)) types.set(`${table}.id`, type)
    for (const { table, column, target } of referring.rows) {
      const type = types.get(target) ?? NAMED_IDS[target.split('.')[1] ?? '']
      if (type !== undefined) types.set(`${table}.${column}`, type)
    }
    for (const { table, column, definition } of listed.rows) {
      const values = definition.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/)?.[1]?.match(/'[^']*'(?=::text)/g)
      if (values) types.set(`${table}.${column}`, values.toSorted().join(' | '))
    }
    return replaced(text, types)
  } finally {
    await client.end()
  }
}

function replaced(text: string, types: ReadonlyMap<string, string>): string {
  const tables = new Map(
    [...text.slice(text.indexOf('export interface DB {')).matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table, name]) => [name, table]),
  )
  let table: string | undefined
  const used = new Set<string>()
  const lines = text.split('\n').map((line) => {
    table = tables.get(line.match(/^export interface (\w+) \{$/)?.[1] ?? '') ?? table
    const [, column = '', type = ''] = line.match(/^ {2}(\w+): (.+);$/) ?? []
    const name = `${table}.${column}`
    const known = types.get(name) ?? (NO_IDS.has(name) ? undefined : NAMED_IDS[column])
    if (known === undefined || !/\b(string|number)\b/.test(type)) return line
    if (!known.endsWith('Id')) return `  ${column}: ${type.replace(/\bstring\b/, known)};`
    used.add(known)
    return `  ${column}: ${idType(type, known)};`
  })
  const ids = `import type { ${[...used].toSorted().join(', ')} } from '#engine/ids.ts'\n`
  return lines.join('\n').replace(/^import type .*kysely.*$/m, (line) => `${ids}${line}`)
}

function idType(type: string, id: string): string {
  const plain = type.includes('string') ? 'string' : 'number'
  const orNull = type.includes('null') ? ' | null' : ''
  const isOptional = type.startsWith('Generated<') || orNull !== ''
  return `ColumnType<${id}${orNull}, ${plain}${orNull}${isOptional ? ' | undefined' : ''}, ${plain}${orNull}>`
}
