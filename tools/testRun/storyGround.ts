import { PREPARED_PRODUCT } from '../../e2e/preparedProduct.ts'
import { ensureWebBuilt } from '../buildWeb.ts'

/** What the stories of a run share: the built screens, one prepared product and one browser. */
export type StoryGround = {
  /** Environment variables by which a file of stories finds them; what could not be prepared is left out, and every file makes its own. */
  readonly environment: Promise<Readonly<Record<string, string>>>
  end(): Promise<void>
}

type Part = { readonly environment: Readonly<Record<string, string>>; end(): Promise<void> }

/** A file that starts no product with a demo, or no browser, does without them. */
const WITHOUT_DEMO = ['e2e/bundle.test.ts', 'e2e/operations.test.ts']

/** Returns the ground of the files of stories, which is being prepared. */
export function prepareStories(files: readonly string[]): StoryGround {
  const parts = prepareParts(files)
  return {
    environment: parts.then((all) => Object.fromEntries(all.flatMap((part) => Object.entries(part.environment)))),
    end: async () => {
      await Promise.all((await parts).map((part) => part.end()))
    },
  }
}

async function prepareParts(files: readonly string[]): Promise<readonly Part[]> {
  if (files.length === 0) return []
  await ensureWebBuilt(console.log)
  if (files.filter((file) => !WITHOUT_DEMO.includes(file)).length < 2) return []
  const parts = await Promise.all([attempt('a product', product), attempt('a browser', browser)])
  return parts.filter((part) => part !== null)
}

async function product(): Promise<Part> {
  const { prepareProduct } = await import('../../e2e/harness.ts')
  const prepared = await prepareProduct()
  return { environment: { [PREPARED_PRODUCT]: prepared.dataDir }, end: prepared.remove }
}

async function browser(): Promise<Part> {
  const { shareBrowser, SHARED_BROWSER } = await import('../../e2e/browser.ts')
  const shared = await shareBrowser()
  return { environment: { [SHARED_BROWSER]: shared.address }, end: shared.close }
}

async function attempt(name: string, make: () => Promise<Part>): Promise<Part | null> {
  try {
    return await make()
  } catch (error) {
    console.error(`${name} for all stories could not be prepared, each file makes its own: ${String(error)}`)
    return null
  }
}
