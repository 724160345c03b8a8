import type { Locator } from 'playwright-core'

/** Types the digits of a date, or of a date with a time, part by part into the field with the label, and leaves it. */
export async function typeDate(place: Locator, label: string, digits: string): Promise<void> {
  const parts = place.getByRole('group', { name: label, exact: true }).getByRole('spinbutton')
  await parts.first().focus()
  await parts.first().page().keyboard.type(digits)
  await parts.last().press('Tab')
}

/** Chooses by its name in a field that finds options as one types. */
export async function chooseOption(place: Locator, label: string, option: string): Promise<void> {
  const field = place.getByRole('combobox', { name: label, exact: true })
  await field.fill(option)
  await field.page().getByRole('option', { name: option }).first().click()
}
