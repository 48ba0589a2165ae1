import type { ElectronApplication, Page } from '@playwright/test'
import type { CommandId } from '../../contract/desktop/commands.ts'
import { DEMO_PASSWORD } from '../../server/features/config/demo-accounts.ts'
import { expect } from './desktop-test.ts'

/** Signs in on the open page and waits until the console has left it. */
export async function signInAs(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  // The previous page may still show a list, whose 'Seller Email' column also has a label. The field is
  // therefore found by its role.
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The message of an earlier sign-in may still be visible.
  await expect(page.getByText('Login in success').first()).toBeVisible()
  // The console leaves the sign-in page a moment after the message appears.
  await expect(page.getByLabel('Password')).toHaveCount(0)
}

/** Signs in through the bridge rather than the page's forms. */
export async function openSession(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  const responses = await page.evaluate(
    async (typed) => {
      const person = await window.desktop?.identity.signInWithPassword(typed)
      return { person, session: await window.desktop?.session.open() }
    },
    { email, password },
  )
  expect(responses).toMatchObject({ person: { ok: true }, session: { ok: true } })
}

/**
 * Clicks the command in the native menu once it is enabled. The page reports the signed-in user with a delay.
 */
export async function chooseCommand(app: ElectronApplication, id: CommandId): Promise<void> {
  const isChosen = () =>
    app.evaluate(({ Menu }, id) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(id)
      if (item?.enabled) item.click()
      return item?.enabled ?? false
    }, id)
  await expect.poll(isChosen, `the menu's ${id}`).toBe(true)
}

/**
 * Returns the window that replaces the previous one, which may close before the click in it has completed.
 */
export async function nextWindow(app: ElectronApplication, act: () => Promise<unknown>): Promise<Page> {
  const acting = act().catch((error: Error) => {
    if (!error.message.includes('closed')) throw error
  })
  const [opened] = await Promise.all([app.waitForEvent('window'), acting])
  await expect.poll(() => app.windows().length).toBe(1)
  return opened
}
