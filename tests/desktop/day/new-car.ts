import { renderDrawing } from './stock.ts'
import type { JobContext } from './job.ts'

export interface NewCar {
  vin: string
  /** Names of drawings that serve as photos, without the extension. */
  photos: readonly string[]
  /** Values by field label, from top to bottom. */
  fields: Readonly<Record<string, string>>
}

/** Fills in the open form, starting at its first field. */
export async function fillNewCar(context: JobContext, { vin, photos, fields }: NewCar): Promise<void> {
  const { keyboard, screen } = context
  const field = (name: string) => screen.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
  await keyboard.see(field('VIN').and(screen.locator(':focus')))
  await keyboard.type(vin)
  await keyboard.press('Enter')
  await keyboard.see(screen.locator('#main').getByText(/^(Filled in from the VIN|The VIN says nothing)/))
  await choosePhotos(context, photos)
  for (const [name, text] of Object.entries(fields)) {
    await keyboard.reach(field(name))
    await keyboard.type(text)
  }
}

/** Chooses files in the system's file chooser, which is not part of the console. */
async function choosePhotos({ keyboard, screen }: JobContext, photos: readonly string[]): Promise<void> {
  const files = await Promise.all(photos.map(renderDrawing))
  await keyboard.reach(screen.getByLabel('Photos (optional)', { exact: true }))
  const [chooser] = await Promise.all([screen.waitForEvent('filechooser'), keyboard.press('Enter')])
  await chooser.setFiles(files)
  await keyboard.see(screen.getByRole('button', { name: `Remove photo ${photos.length}` }))
}
