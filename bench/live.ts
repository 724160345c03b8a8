/** Prints the figures of the whole product with 100 live machines: sample to screen, list of work centers, hub fan-out, first page. */
import { measureBoxesQuery } from './live/boxesQuery.ts'
import { measureFanOut } from './live/fanOut.ts'
import { measureFirstPage } from './live/firstPage.ts'
import { openPlant } from './live/plant.ts'
import { measureSampleToScreen } from './live/sampleToScreen.ts'

const plant = await openPlant()
try {
  await measureFirstPage(plant)
  await measureSampleToScreen(plant)
  await measureBoxesQuery(plant)
  await measureFanOut(plant)
} finally {
  await plant.end()
}
