import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeCheckDigit } from '../../contract/cars/vin.ts'
import { drawSticker, writeStillVideo } from '../support/bar-code.ts'
import { readCameraStates, keepStreams, withCameras } from '../support/cameras.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'

/** The VIN of a 2013 Ford C-Max. */
const vin = withCheckDigit('1FADP5BU0DL731946')

function withCheckDigit(vin: string): string {
  return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9)
}

// The browser's camera shows a sticker with the VIN of an imported car.
test.use({
  launchOptions: async ({ launchOptions }, use, { workerIndex }) => {
    const video = join(tmpdir(), `kerblight-camera-${process.pid}-${workerIndex}.y4m`)
    await writeStillVideo(video, await drawSticker('code39', `I${vin}`))
    await use(withCameras(launchOptions, 1, video))
    await rm(video)
  },
})

test('the camera reads a bar code, which fills in the form as a scanner’s Enter does', async ({
  page,
  context,
  baseURL,
}) => {
  await useToken(context, (await newAccount(baseURL!, 'seller', 'Lena Lot')).token)
  await keepStreams(context)
  await page.goto('/dashboard/addcars')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'VIN (optional)', exact: true })
  await expect(field).toHaveValue(vin)
  await expect(page.getByRole('dialog', { name: 'Scan the VIN' })).toBeHidden()
  await expect(page.getByText(/^Filled in from the VIN: make, /)).toBeVisible()
  await expect(page.getByLabel('Make')).toHaveValue('Ford')
  await expect(field).toBeFocused()
  expect(await readCameraStates(page)).toEqual([false])
})
