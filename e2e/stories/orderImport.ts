import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import type { World } from '../world.ts'
import { savedSheet } from '../savedSheet.ts'
import { assertAccessible } from './accessibility.ts'

/** Stories about importing job orders from a file. */
export function orderImportStories(world: () => World): void {
  test('a planner imports rows with mistakes by keyboard alone: repairs two cells, applies, and takes it back', async () => {
    const { api, press } = world()
    await api('mutation { createOrUpdateItem(input: { name: "Head Tube", sku: "HT-8019", measureUnitId: 1 }) { id } }')
    const page = await world().openPage('/job-orders')
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Import job orders' }).waitFor()
    await assertAccessible(page)
    const rows = [
      'Order number\tSKU\tQuantity\tCycle time\tDue date',
      'SO-1\tHT-8019\t1.250\t12,5\t03.05.2027',
      'SO-2\tHT-8020\t500\t12,5\t04.05.2027',
      'SO-3\tHT-8019\tmany\t12,5\t',
    ]
    await page.getByLabel('Or paste rows').fill(rows.join('\n'))
    await page.getByRole('button', { name: 'Read rows' }).press('Enter')

    // What nobody but a person knows is asked first.
    await page.getByText('How is 1.250 in “Quantity” meant?').waitFor()
    await assertAccessible(page)
    assert.equal(await page.getByLabel('Read as: SKU').inputValue(), 'productCode')
    await page.getByRole('radio', { name: 'The comma separates decimals' }).press('Space')
    await page.getByText('How is 1.250').waitFor({ state: 'detached' })
    await page.getByLabel('Work center of all rows').selectOption({ label: press.name })
    await page.getByRole('button', { name: 'Check', exact: true }).last().press('Enter')

    // What is refused is repaired where it stands.
    await page.getByRole('button', { name: 'Refused 2' }).waitFor()
    await assertAccessible(page)
    await page.getByLabel('SKU, row 3').fill('HT-8019')
    await page.getByLabel('Quantity, row 4').fill('40')
    await page.getByRole('button', { name: 'Save and check again' }).press('Enter')
    await page.getByRole('button', { name: 'New 3' }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByText('The job orders are imported').waitFor()
    await assertAccessible(page)
    // What it made is listed in one step, and the filter is taken off by its chip.
    await page.getByRole('link', { name: 'New: list 3 orders' }).press('Enter')
    await page.getByRole('button', { name: 'SO-1', exact: true }).waitFor()
    await page.getByText(/^Import \d+ · new$/).waitFor()
    assert.equal(await page.locator('tr[data-row]').count(), 3)
    await assertAccessible(page)
    await page.goBack()
    await page.getByRole('button', { name: 'Show job orders' }).press('Enter')
    await page.getByRole('button', { name: 'SO-1', exact: true }).waitFor()
    await page.getByText('of 1,250', { exact: false }).waitFor()

    // It is found again, and taken back.
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Pasted rows' }).first().press('Enter')
    await page.getByRole('button', { name: 'Undo import' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Undo this import?' })
    await question.getByRole('button', { name: 'Undo import' }).press('Enter')
    await page.getByText('The import was undone').waitFor()
    await page.getByRole('button', { name: 'Show job orders' }).press('Enter')
    await page.getByRole('button', { name: 'New job order' }).waitFor()
    await page.getByRole('button', { name: 'SO-1', exact: true }).waitFor({ state: 'detached' })
    await page.close()
  })

  test('open orders give way only after their number was typed, and the import is taken up again by its address', async () => {
    const { api, press } = world()
    const order = `rows: [{ code: "R-1", productCode: "HT-8019", plannedQuantity: 5, workCenterName: "${press.name}", targetCycleTime: 2 }]`
    await api(`mutation { importJobOrders(${order}) { id } }`)
    const page = await world().openPage('/job-orders?import=new')
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`order number;sku;quantity;work center;cycle time\nR-2;HT-8019;7;${press.name};2\n`),
    })
    await page.getByRole('button', { name: 'Check', exact: true }).last().click()
    await page.getByRole('button', { name: 'New 1' }).waitFor()
    await page.getByLabel('Orders that are there').selectOption({ label: 'Replace' })
    const typed = page.getByLabel('Open orders that are cancelled or closed: 1', { exact: false })
    await typed.waitFor()
    await assertAccessible(page)
    const apply = page.getByRole('button', { name: 'Import', exact: true })
    assert.equal(await apply.getAttribute('aria-disabled'), 'true')
    // Whoever leaves finds it as it was.
    await page.reload()
    await typed.fill('1')
    await apply.click()
    await page.getByText('The job orders are imported').waitFor()
    await page.getByRole('button', { name: 'Show job orders' }).click()
    await page.getByRole('link', { name: 'Cancelled 1' }).click()
    await page.getByRole('button', { name: 'R-1', exact: true }).waitFor()
    await page.close()
  })

  test('another sheet of a workbook is read, and its columns are saved for the next file, used there and deleted', async () => {
    const { api, press } = world()
    await api('mutation { createOrUpdateItem(input: { name: "Seat Stays", sku: "SS-2985", measureUnitId: 1 }) { id } }')
    const header = ['A', 'B', 'C', 'D']
    const workbook = await writeXlsx({
      sheets: [
        { name: 'May', rows: [header, ['T-1', 'SS-2985', 5, 2]] },
        { name: 'June', rows: [header, ['T-2', 'SS-2985', 6, 2]] },
      ],
    })
    const page = await world().openPage('/job-orders?import=new')
    const choose = (name: string) =>
      page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(workbook) })
    await choose('orders.xlsx')
    await page.getByText('sheet “May”', { exact: false }).waitFor()
    await page.getByLabel('Sheet', { exact: true }).selectOption('June')
    await page.getByText('sheet “June”', { exact: false }).waitFor()
    await page.getByRole('cell', { name: 'T-2', exact: true }).waitFor()
    for (const [column, field] of [
      ['A', 'code'],
      ['B', 'productCode'],
      ['C', 'plannedQuantity'],
      ['D', 'targetCycleTime'],
    ] as const)
      await page.getByLabel(`Read as: ${column}`, { exact: true }).selectOption(field)
    await page.getByLabel('Work center of all rows').selectOption({ label: press.name })
    await page.getByLabel('Save these columns as').fill('Four columns')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Saved columns').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Check', exact: true }).last().click()
    await page.getByRole('button', { name: 'New 1' }).waitFor()

    // Of the next file somebody changed a column: the saved ones bring it back.
    await page.getByRole('navigation', { name: 'Steps of the import' }).getByRole('button', { name: 'File' }).click()
    await choose('again.xlsx')
    await page.getByText('again.xlsx', { exact: false }).first().waitFor()
    const code = page.getByLabel('Read as: A', { exact: true })
    await code.selectOption('')
    await page.getByRole('button', { name: 'Read the file this way' }).click()
    await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[aria-label="Read as: A"]')?.value === 'code')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete “Four columns”?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Saved columns').waitFor({ state: 'detached' })
    await page.close()
  })

  test('a phone shows how far an import is, and offers no file', async () => {
    const page = await world().openPage('/job-orders?import=new', { width: 390, height: 844 })
    await page.getByText('Files are imported on a tablet or a computer', { exact: false }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Choose a file' }).isVisible(), false)
    await page.getByRole('button', { name: 'orders.csv' }).click()
    await page.getByText('The job orders are imported').waitFor()
    await assertAccessible(page)
    await page.close()
  })

  test('what people type as names and codes is text in previews, lists, files and on labels, never markup or a formula', async () => {
    const { api, press } = world()
    const name = '<script>document.title="hit"</script>'
    const sku = '"><img src=x onerror="document.title=1">'
    const formula = '=cmd()|A1'
    const { createOrUpdateItem: item } = await api<{ createOrUpdateItem: { id: number } }>(
      'mutation ($input: ItemInput!) { createOrUpdateItem(input: $input) { id } }',
      { input: { name, sku, measureUnitId: 1 } },
    )
    const page = await world().openPage('/job-orders?import=new')
    // What is printed stays to be looked at.
    await page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
    const assertText = async (where: string) => {
      assert.equal(await page.locator('img[src="x"], body script:not([src]):has-text("hit")').count(), 0, where)
      assert.doesNotMatch(await page.title(), /^(1|hit)$/, where)
    }
    await page
      .getByLabel('Or paste rows')
      .fill(`Order number\tSKU\tQuantity\tCycle time\n${formula}\t"${sku.replaceAll('"', '""')}"\t40\t12`)
    await page.getByRole('button', { name: 'Read rows' }).click()
    await page.getByText(sku).first().waitFor()
    await assertText('the columns of an import')
    await page.getByLabel('Work center of all rows').selectOption({ label: press.name })
    await page.getByRole('button', { name: 'Check', exact: true }).last().click()
    await page.getByRole('button', { name: 'New 1' }).waitFor()
    await page.getByText(formula).first().waitFor()
    await assertText('the rows of an import')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'New: list 1 order' }).click()
    const row = page.locator('tr[data-row]')
    await row.getByText(name).waitFor()
    await row.getByText(sku).waitFor()
    await row.getByText(formula).first().waitFor()
    await assertText('the list of orders')
    const { rows } = await savedSheet(page, page.getByRole('button', { name: 'Download XLSX' }))
    assert.ok(rows.flat().includes(formula), 'the cell of the file is the text')
    assert.ok(rows.flat().some((cell) => String(cell).includes(name)))

    await row.locator('[data-open]').click()
    const drawer = page.getByRole('dialog', { name: 'Job order' })
    await drawer.getByRole('button', { name: 'Print order sheet' }).click()
    const paper = page.locator('[data-printed]')
    await paper.getByText(name).first().waitFor({ state: 'attached' })
    await assertText('the sheet of an order')

    // A batch and a container of such codes, on their label.
    const { jobOrders } = await api<{ jobOrders: readonly { id: number }[] }>(
      'query ($item: [Int!]) { jobOrders(itemIds: $item) { id } }',
      {
        item: [item.id],
      },
    )
    await api('mutation ($id: Int!) { startJobOrder(id: $id, running: STOP) { id } }', { id: jobOrders[0]?.id })
    const batch = '"><img src=x onerror="document.title=2">'
    const { confirmOutput } = await api<{ confirmOutput: readonly { id: number }[] }>(
      `mutation ($place: Int!, $order: Int!, $batch: String!, $box: [String!]) { confirmOutput(workCenterId: $place, jobOrderId: $order, acceptedOutput: 5,
        rejectedOutput: 0, batchCode: $batch, containerCodes: $box, cutAtNow: true) { id } }`,
      { place: press.workCenterId, order: jobOrders[0]?.id, batch, box: [name] },
    )
    assert.ok(confirmOutput.length > 0)
    await page.goto(`${new URL(page.url()).origin}/output?tab=confirmations&wc=${press.workCenterId}`)
    await page.evaluate(() => Object.assign(globalThis, { print: () => {} }))
    await page.getByText(batch).first().waitFor()
    await assertText('the list of confirmations')
    await page.locator('tr[data-row] [data-open]').first().click()
    await page.getByRole('button', { name: 'Print 1 label' }).click()
    await paper.getByText(name).first().waitFor({ state: 'attached' })
    await paper.getByText(batch).first().waitFor({ state: 'attached' })
    await assertText('the label of a container')
    await page.close()
  })
}
