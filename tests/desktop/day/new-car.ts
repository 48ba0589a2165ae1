import { photoOf } from './yard.ts'
import type { Desk } from './desk.ts'

export interface NewCar {
  vin: string
  /** Names of drawings that serve as photos, without the extension. */
  photos: readonly string[]
  /** Values by field label, from top to bottom. */
  fields: Readonly<Record<string, string>>
}

/** Fills in the open form, starting at its first field. */
export async function fillNewCar(desk: Desk, { vin, photos, fields }: NewCar): Promise<void> {
  const { hands, screen } = desk
  const field = (name: string) => screen.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
  await hands.see(field('VIN').and(screen.locator(':focus')))
  await hands.type(vin)
  await hands.press('Enter')
  await hands.see(screen.locator('#main').getByText(/^(Filled in from the VIN|The VIN says nothing)/))
  await choosePhotos(desk, photos)
  for (const [name, text] of Object.entries(fields)) {
    await hands.reach(field(name))
    await hands.type(text)
  }
}

/** Chooses files in the system's file chooser, which is not part of the console. */
async function choosePhotos({ hands, screen }: Desk, photos: readonly string[]): Promise<void> {
  const files = await Promise.all(photos.map(photoOf))
  await hands.reach(screen.getByLabel('Photos (optional)', { exact: true }))
  const [chooser] = await Promise.all([screen.waitForEvent('filechooser'), hands.press('Enter')])
  await chooser.setFiles(files)
  await hands.see(screen.getByRole('button', { name: `Remove photo ${photos.length}` }))
}
