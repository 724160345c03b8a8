import pg from 'pg'

/** The statements that the pools of the API and of sign-in sent, in their order; `end` stops the counting. */
export type CountedStatements = { readonly texts: readonly string[]; end(): void }

const ROLE = /-c role=(\w+)/
/** Transactions of background work that runs beside the counted call: energy of finished hours. */
const BACKGROUND = /energy_(hour|progress)/

/**
 * Returns a list that grows with every statement that is sent by a pipelined connection of one of the roles, BEGIN and COMMIT included. It hooks the
 * driver's client, so nothing that Kysely or a pool sends is missed. Not counted: ingest, whose connections are not pipelined, and transactions of background work.
 */
export function countStatements(roles: readonly string[] = ['trueline_app', 'trueline_system']): CountedStatements {
  const texts: string[] = []
  /** Statements of open transactions, by connection: a transaction counts as a whole or not at all. */
  const open = new Map<unknown, string[]>()
  const prototype: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const query = prototype.query
  const count = (client: unknown, text: string): void => {
    if (/^begin/i.test(text)) open.set(client, [])
    const transaction = open.get(client)
    if (transaction === undefined) {
      // What belongs to a transaction that began before the counting did is not of the counted call.
      if (!BACKGROUND.test(text) && !/^(commit|rollback)/i.test(text)) texts.push(text)
      return
    }
    transaction.push(text)
    if (!/^(commit|rollback)/i.test(text)) return
    open.delete(client)
    if (!transaction.some((one) => BACKGROUND.test(one))) texts.push(...transaction)
  }
  prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    const role = roleOf(this)
    if (role !== null && roles.includes(role)) count(this, textOf(args[0]))
    return query.apply(this, args)
  }
  return {
    texts,
    end: () => {
      prototype.query = query
    },
  }
}

/** The role of a pipelined connection, null for another's. */
function roleOf(client: unknown): string | null {
  if (!(client instanceof pg.Client) || !('pipeline' in client) || client.pipeline !== true) return null
  const { options } = Object(Object(client).connectionParameters) as { readonly options?: unknown }
  return typeof options === 'string' ? (ROLE.exec(options)?.[1] ?? null) : null
}

function textOf(config: unknown): string {
  if (typeof config === 'string') return config
  return typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : ''
}
