/** How a part of the server does, for /api/health: degraded works with limits, down does not work. */
export type PartState = { readonly status: 'ready' | 'degraded' | 'down'; readonly detail?: string }
