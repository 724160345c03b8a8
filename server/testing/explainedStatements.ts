import pg from 'pg'

/** One statement as PostgreSQL ran it. */
export type ExplainedStatement = {
  readonly text: string
  readonly ms: number
  /** Pages of 8 KiB that it touched, in memory or on the disk. */
  readonly pages: number
  /** What it read and how: `Index Scan loss (1 of 3 rows)`. */
  readonly scans: readonly string[]
}

export type HeardStatements = {
  /** Returns what was heard since the last time. */
  take(): readonly ExplainedStatement[]
  end(): void
}

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Has PostgreSQL explain each statement of the connections that are opened from now on, as `explain (analyze, buffers)` would. Needs a superuser. */
export async function explainEverything(superuserUrl: string): Promise<HeardStatements> {
  const owner = new pg.Client({ connectionString: superuserUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  for (const [name, value] of Object.entries(SETTINGS)) {
    await owner.query(`alter database ${pg.escapeIdentifier(rows[0]?.name ?? '')} set ${name} = ${pg.escapeLiteral(value)}`)
  }
  await owner.end()
  let heard: ExplainedStatement[] = []
  const prototype: { connect: (...args: unknown[]) => unknown } = pg.Client.prototype
  const connect = prototype.connect
  prototype.connect = function (this: unknown, ...args: unknown[]): unknown {
    if (this instanceof pg.Client) this.on('notice', ({ message }) => heard.push(...explained(message ?? '')))
    return connect.apply(this, args)
  }
  return {
    take: () => {
      const taken = heard
      heard = []
      return taken
    },
    end: () => {
      prototype.connect = connect
    },
  }
}

function explained(message: string): ExplainedStatement[] {
  const found = /^duration: ([\d.]+) ms\s+plan:\s*(\{[\s\S]*\})\s*$/.exec(message)
  if (found === null) return []
  const { 'Query Text': text, Plan: plan } = JSON.parse(found[2] ?? '') as { 'Query Text': string; Plan: PlanNode }
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  return [{ text: text.replaceAll(/\s+/g, ' ').trim(), ms: Number(found[1]), pages, scans: scansOf(plan) }]
}

function scansOf(node: PlanNode): string[] {
  const inner = (node.Plans ?? []).flatMap(scansOf)
  const relation = node['Relation Name'] ?? node['Index Name']
  if (relation === undefined || !node['Node Type'].includes('Scan')) return inner
  const loops = node['Actual Loops'] ?? 0
  if (loops === 0) return inner
  const [kept, removed] = [node['Actual Rows'] ?? 0, node['Rows Removed by Filter'] ?? 0].map((rows) => Math.round(rows * loops))
  return [`${node['Node Type']} ${relation} (${kept} of ${(kept ?? 0) + (removed ?? 0)} rows)`, ...inner]
}
