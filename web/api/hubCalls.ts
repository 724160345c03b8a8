/** A connection of the hub, as far as its calls go. */
type Callable = { invoke(method: string, ...args: readonly unknown[]): Promise<unknown> }

type Waiting = { readonly run: (connection: Callable) => void }

/** Calls of the hub, independent of its connection state (spec 000 §4). */
export type HubCalls = {
  /**
   * Calls the method; before there is a connection the call waits and runs once there is one, in the order of asking. An argument that is a function
   * is read when the call runs.
   */
  invoke(method: string, ...args: readonly unknown[]): Promise<unknown>
  /** Runs what has waited. */
  opened(connection: Callable): void
  closed(): void
}

/** Returns the queue of calls of one page. */
export function createHubCalls(): HubCalls {
  let open: Callable | null = null
  let waiting: Waiting[] = []
  return {
    invoke(method, ...args) {
      if (open !== null) return open.invoke(method, ...valuesOf(args))
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.push({ run: (connection) => void connection.invoke(method, ...valuesOf(args)).then(resolve, reject) })
      return promise
    },
    opened(connection) {
      open = connection
      const due = waiting
      waiting = []
      for (const call of due) call.run(connection)
    },
    closed() {
      open = null
    },
  }
}

function valuesOf(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg): unknown => (typeof arg === 'function' ? arg() : arg))
}
