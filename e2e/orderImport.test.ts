/** Stories of importing job orders, apart from the others: they change the list of orders. */
import { describe } from 'node:test'
import { orderImportStories } from './stories/orderImport.ts'
import { sharedWorld } from './world.ts'

describe('stories of importing job orders', { concurrency: false }, () => {
  orderImportStories(sharedWorld())
})
