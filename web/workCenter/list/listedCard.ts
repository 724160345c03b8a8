import type { WorkCentersQuery } from '#web/api/generated/graphql.ts'

/** A work center as the list loads it. */
export type ListedCard = WorkCentersQuery['workCenters'][number]
