import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PEOPLE, signIn } from '../browser.ts'
import type { World } from '../world.ts'

export function languageStories(world: () => World): void {
  test('people who share a browser have the language that each chose in it', async () => {
    const page = await world().newPage()
    await signIn(page, '/boxes', PEOPLE.operator)
    await page.getByRole('button', { name: /^Language/ }).click()
    await page.getByRole('menuitemradio', { name: 'Українська' }).click()
    await page.getByRole('heading', { level: 1, name: 'Робочі центри' }).waitFor()
    await signOutIn(page, 'uk')

    await signIn(page, '/boxes', PEOPLE.guest)
    await page.getByRole('heading', { level: 1, name: 'Робочі центри' }).waitFor()
    await page.getByRole('button', { name: /^Мова/ }).click()
    await page.getByRole('menuitemradio', { name: 'Polski' }).click()
    await page.getByRole('heading', { level: 1, name: 'Centra robocze' }).waitFor()
    await signOutIn(page, 'pl')

    await signIn(page, '/boxes', PEOPLE.operator)
    await page.getByRole('heading', { level: 1, name: 'Робочі центри' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'uk')
    await page.close()
  })
}

async function signOutIn(page: Page, language: 'pl' | 'uk'): Promise<void> {
  await page.getByRole('button', { name: language === 'uk' ? /Меню профілю/ : /Menu profilu/ }).click()
  await page.getByRole('menuitem', { name: language === 'uk' ? /^Вийти/ : /Wyloguj/ }).click()
  await page.locator('input[autocomplete~="current-password"]').waitFor()
}
