import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { readCameraStates, keepStreams, withCameras } from '../support/cameras.ts'
import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'

// The browser has two cameras, neither of which shows a bar code.
test.use({ launchOptions: ({ launchOptions }, use) => use(withCameras(launchOptions, 2)) })

/** Opens the new car form as a seller, with the scanner open. */
async function openScanner(page: Page, baseURL: string) {
  await useToken(page.context(), (await newAccount(baseURL, 'seller', 'Lena Lot')).token)
  await keepStreams(page.context())
  await page.goto('/dashboard/addcars')
  await page.getByRole('button', { name: 'Scan', exact: true }).click()
  return page.getByRole('dialog', { name: 'Scan the VIN' })
}

const picture = (page: Page) => page.getByLabel('What the camera sees')

test(
  'the camera runs only while it is in view, until the user types, leaves, or switches cameras',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const scanner = await openScanner(page, baseURL!)
    await expect(scanner.getByText('Hold the VIN’s bar code in the frame.', { exact: false })).toBeVisible()
    await expect
      .poll(() => picture(page).evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0)
    expect(await readCameraStates(page)).toEqual([true])

    await test.step('switching cameras turns off the first camera', async () => {
      await scanner.getByRole('button', { name: 'Switch camera' }).click()
      await expect.poll(() => readCameraStates(page)).toEqual([false, true])
      const ids = await page.evaluate(() =>
        window.streams.map((s) => s.getVideoTracks()[0]!.getSettings().deviceId),
      )
      expect(ids[0]).not.toBe(ids[1])
    })

    await test.step('typing turns off the camera', async () => {
      await scanner.getByRole('button', { name: 'Type it instead' }).click()
      await expect(page.getByRole('textbox', { name: 'VIN (optional)', exact: true })).toBeFocused()
      expect(await readCameraStates(page)).toEqual([false, false])
    })

    await test.step('Escape turns off the camera', async () => {
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await expect(picture(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('textbox', { name: 'VIN (optional)', exact: true })).toBeFocused()
      expect(await readCameraStates(page)).toEqual([false, false, false])
    })

    await test.step('leaving the page turns off the camera', async () => {
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await expect(picture(page)).toBeVisible()
      await navigateInApp(page, '/dashboard/mycars')
      await expect.poll(() => readCameraStates(page)).toEqual([false, false, false, false])
    })
  },
)

test(
  'a hidden page releases the camera and reopens it once the page is visible',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const scanner = await openScanner(page, baseURL!)
    await expect(picture(page)).toBeVisible()
    await setVisibility(page, 'hidden')
    await expect.poll(() => readCameraStates(page)).toEqual([false])
    await expect(scanner.getByText('Waiting for the camera')).toBeVisible()
    await setVisibility(page, 'visible')
    await expect.poll(() => readCameraStates(page)).toEqual([false, true])
    await expect(picture(page)).toBeVisible()
  },
)

/** Sets a page's visibility. Headless browsers treat all tabs as visible. */
function setVisibility(page: Page, state: DocumentVisibilityState) {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test(
  'each camera problem is explained, and trying again continues',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      const cameraErrors = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'UnknownError']
      navigator.mediaDevices.getUserMedia = (constraints) =>
        cameraErrors.length > 0
          ? Promise.reject(new DOMException('', cameraErrors.shift()))
          : ask(constraints)
    })
    const scanner = await openScanner(page, baseURL!)
    await expect(scanner.getByRole('status')).toContainText('allow the camera')
    expect(await findBarriers(page)).toEqual([])
    for (const title of [
      'Kerblight may not use the camera',
      'No camera found',
      'The camera is in use',
      'The camera doesn’t answer',
    ]) {
      await expect(scanner.getByRole('heading', { name: title })).toBeVisible()
      await scanner.getByRole('button', { name: 'Try again' }).click()
    }
    await expect(picture(page)).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
  },
)

test('the light of a camera can be turned on and off', { tag: '@full' }, async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const { getCapabilities } = MediaStreamTrack.prototype
    MediaStreamTrack.prototype.getCapabilities = function () {
      return { ...getCapabilities.call(this), torch: true }
    }
    MediaStreamTrack.prototype.applyConstraints = async (constraints) => {
      document.documentElement.dataset.light = JSON.stringify(constraints?.advanced)
    }
  })
  const light = (await openScanner(page, baseURL!)).getByRole('button', { name: 'Light' })
  for (const isOn of [true, false]) {
    await light.click()
    await expect(light).toHaveAttribute('aria-pressed', String(isOn))
    await expect(page.locator('html')).toHaveAttribute('data-light', `[{"torch":${isOn}}]`)
  }
})
