import { EXTERNAL_STATUSES } from '#engine/integration/externalOrder.ts'
import { builder } from '#server/graphql/builder.ts'

export const ExternalStatusEnum = builder.enumType('ExternalOrderStatus', {
  description: 'What a status of the other system means: a draft, released to the shop floor, or over, which is not imported.',
  values: EXTERNAL_STATUSES,
})
