import type { Page } from '@playwright/test'

/** Chooses a make in the car form as a user does: types its name and presses Enter. */
export async function chooseMake(page: Page, make: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Make' })
  await field.fill('')
  await field.fill(make)
  await field.press('Enter')
}
