import type { ExternalOrder, UnreadOrder } from '#engine/integration/externalOrder.ts'
import type { ExternalPlace } from '#engine/integration/matchPlaces.ts'
import type { MissingReason } from '#engine/integration/odoo/odooVersion.ts'
import type { OrderFigures, OutboxOperation } from '#engine/integration/outboxPlan.ts'

/** What a connection can do, as the screen of the setup says it. */
export const CAPABILITIES = ['CLOSING', 'CYCLE_TIMES', 'ORDERS', 'PLANNED_TIMES', 'QUANTITIES', 'WORK_CENTERS', 'WORK_ORDERS'] as const
export type Capability = (typeof CAPABILITIES)[number]

export type MissingCapability = { readonly capability: Capability; readonly reason: MissingReason }

/** What the check of a connection found (domain.md IN-1). */
export type Probe = {
  readonly system: string
  readonly version: string
  readonly capabilities: readonly Capability[]
  /** Why the others are not there. */
  readonly missing: readonly MissingCapability[]
  /** How long the first answer took. */
  readonly ms: number
}

/** A status of orders over there, and whether orders of it are imported. */
export type ExternalStatusRow = { readonly code: string; readonly name: string; readonly isImported: boolean }

/** Which orders are read. */
export type OrdersAsked = {
  /** Those changed since (a mark that `listOrders` gave), null = all. */
  readonly since: string | null
  /** Of these work centers over there; null = of all. */
  readonly placeIds: readonly string[] | null
}

export type OrdersRead = {
  readonly orders: readonly ExternalOrder[]
  /** They are there, but a value of each cannot be read. */
  readonly unread: readonly UnreadOrder[]
  /** From which change on the next run reads; null = from what is asked as `since`. */
  readonly newest: string | null
}

/** Orders as they stand over there, whatever their status and work center. */
export type OrdersFound = {
  readonly orders: readonly ExternalOrder[]
  /** The ids of which there is no record any more. */
  readonly gone: readonly string[]
  /** The ids that were asked for, whatever was answered; the others come first the next time. */
  readonly asked: readonly string[]
}

/** A message to the other system: absolute figures under a key of ours. */
export type Posting = {
  readonly operation: OutboxOperation
  readonly key: string
  readonly externalId: string
  readonly figures: OrderFigures
  /** What we said last; null = nothing yet, and nothing stood there. */
  readonly said: number | null
  /** Whether no quantity of the order was heard by it yet. */
  readonly isFirst: boolean
}

/** How orders of ours stand, by their ids over there; what is not linked is left out. */
export type OursOf = (externalIds: readonly string[]) => Promise<
  ReadonlyMap<
    string,
    {
      /** Whether it is not over here. */
      readonly isOpen: boolean
      /** Whether a message of it is not heard yet. */
      readonly hasUntold: boolean
      /** What it said there last, as far as it was heard; null = nothing. */
      readonly said: number | null
    }
  >
>

export type PostAnswer =
  | { readonly kind: 'DONE'; readonly made: number | null }
  /** The figure over there is neither ours nor the one before. */
  | { readonly kind: 'CONFLICT'; readonly theirs: number }
  /** It asks a question that a person answers there. */
  | { readonly kind: 'NEEDS_PERSON'; readonly code: string }

/** A system that orders come from and figures go to. It reads and writes, and decides nothing (domain.md IN-1). */
export type Connector = {
  probe(): Promise<Probe>
  listWorkCenters(): Promise<readonly ExternalPlace[]>
  listStatuses(): Promise<readonly ExternalStatusRow[]>
  listOrders(asked: OrdersAsked): Promise<OrdersRead>
  post(posting: Posting): Promise<PostAnswer>
  /** Of systems that tell of a single order; what is neither found nor gone is not known. `listed` is one that `listOrders` has just given. */
  findOrders?(externalIds: readonly string[], listed: string | null): Promise<OrdersFound>
  /** Of systems whose keys end, and can be made by one that holds. */
  readonly keys?: ConnectorKeys
}

export type ConnectorKeys = {
  /** Returns a new key that ends on the day, YYYY-MM-DD. */
  make(name: string, endsOn: string): Promise<string>
  /** Ends a key; one that is not there has ended. */
  revoke(key: string): Promise<void>
}

/** A failure of the other system or of the road to it. */
export class ConnectorFailure extends Error {
  /** Whether trying again may help. */
  readonly isTransient: boolean
  readonly code: string
  readonly params: Readonly<Record<string, number | string>>

  constructor(
    code: string,
    {
      isTransient,
      params = {},
      cause,
    }: { readonly isTransient: boolean; readonly params?: Readonly<Record<string, number | string>>; readonly cause?: unknown },
  ) {
    super(code, { cause })
    this.name = 'ConnectorFailure'
    this.isTransient = isTransient
    this.code = code
    this.params = params
  }
}
