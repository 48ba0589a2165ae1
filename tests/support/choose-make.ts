import type { Page } from '@playwright/test'

/** Chooses a make in a car's form as a user does: by its name and Enter. */
export async function chooseMake(page: Page, make: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Make' })
  await field.fill('')
  await field.fill(make)
  await field.press('Enter')
}
