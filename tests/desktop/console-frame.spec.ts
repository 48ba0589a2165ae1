import { findBarriers } from '../support/axe.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { apiCall, newAccount } from '../support/e2e.ts'
import { listCar, newAdmin, newMarket, createUniqueModel } from '../e2e/market.ts'
import { expect, test, type Console } from './desktop-test.ts'
import { chooseCommand, signInAs } from './steps.ts'

test.slow()

test('the console opens at the dashboard, in its own frame, without accessibility barriers', async ({
  start,
  baseURL,
}) => {
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, (await newAdmin(baseURL!)).email)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toContainText([
    'All users',
    'All sellers',
    'All buyers',
    'All Cars',
    'All reports',
    'My PurchaseList',
    'Back to home',
  ])
  await expect(menu.getByRole('link', { name: 'All Cars' })).toHaveAccessibleDescription(/^[\d,]+$/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByText(/^Synced \d{1,2}:\d\d.[AP]M$/)).toBeVisible()
  await expectNoBarriers({ app, page })

  await chooseCommand(app, 'manageCars')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expectNoBarriers({ app, page })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoBarriers({ app, page })
})

/** Checks the page's accessibility in both themes and leaves the page in the second one. */
async function expectNoBarriers({ app, page }: Pick<Console, 'app' | 'page'>) {
  expect(await findBarriers(page)).toEqual([])
  const root = page.locator('html')
  const theme = (await root.getAttribute('data-theme'))!
  await chooseCommand(app, 'toggleTheme')
  await expect(root).not.toHaveAttribute('data-theme', theme)
  expect(await findBarriers(page, { isRecolored: true })).toEqual([])
}

test('the palette opens pages, actions, and records using only the keyboard', async ({ start, baseURL }) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Pia Palette')
  const { modelName } = await listCar(baseURL!, dealer.token, { modelName: createUniqueModel('Quattro') })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, (await newAdmin(baseURL!)).email)

  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a page, record, or command' })
  await field.fill('audit')
  // Enter chooses the highlighted option, so the test waits until the highlight has been drawn.
  await expect(page.getByRole('option', { name: 'Audit log' })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()

  // The menu command opens the same palette.
  await chooseCommand(app, 'openPalette')
  await expect(
    page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Audit log' }),
  ).toBeVisible()
  await field.fill(dealer.email)
  await expect(page.getByRole('option', { name: /^Pia Palette/ })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(dealer.email)

  await page.keyboard.press('Control+k')
  await field.fill(modelName)
  const forSale = page.getByRole('group', { name: 'Cars on sale' })
  await expect(forSale.getByRole('option', { name: modelName })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: modelName, level: 1 })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('nothing is called so')
  await expect(page.getByText('Nothing is called ‘nothing is called so’', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Ctrl K')
})

test(
  'the palette finds a report of any age through the server’s search',
  { tag: '@full' },
  async ({ start, baseURL }) => {
    const { car, buyer } = await newMarket(baseURL!)
    const reported = { reportedItemInfo: { _id: car._id }, reason: 'wrong price' }
    await apiCall(baseURL!, 'POST', '/report', buyer.token, reported)
    const { page } = await start({ keychain: 'none' })
    await signInAs(page, (await newAdmin(baseURL!)).email)
    const requested = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url())
      return pathname === apiPath('listReports') && searchParams.get('q') === car.modelName
    })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a page, record, or command' }).fill(car.modelName)
    await requested
    await expect(page.getByRole('option', { name: /wrong price/ })).toBeVisible()
  },
)

test('without the server, the console shows a notice and the data already loaded', async ({
  start,
  baseURL,
}) => {
  const dealer = await newAccount(baseURL!, 'seller', 'Dora Dealer')
  await listCar(baseURL!, dealer.token)
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, dealer.email)
  await chooseCommand(app, 'myCars')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText(/^Synced/)).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await expect(page.getByText(/You’re offline\. Showing data from \d{1,2}:\d\d [AP]M/)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('photos from the file manager are dropped anywhere on a car’s form', async ({ start, baseURL }) => {
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, (await newAccount(baseURL!, 'seller', 'Dora Dealer')).email)
  await chooseCommand(app, 'addCar')
  await page.getByLabel('Model name').waitFor()
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['not really'], 'front.png', { type: 'image/png' }))
    dataTransfer.items.add(new File(['text'], 'notes.txt', { type: 'text/plain' }))
    const heading = document.querySelector('h1')!
    for (const name of ['dragover', 'drop'])
      heading.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('list', { name: 'Photos in order' }).locator('> li')).toHaveCount(1)
  await expect(page.getByText('notes.txt isn’t a JPEG, PNG, or WebP photo')).toBeVisible()
  // This lets the window close despite unsaved changes.
  await app.evaluate(({ dialog }) => Reflect.set(dialog, 'showMessageBoxSync', () => 1))
})

test('a car prints as one sheet with its price and the code of its address', async ({ start, baseURL }) => {
  const { token, email } = await newAccount(baseURL!, 'seller', 'Dora Dealer')
  const { _id, modelName } = await listCar(baseURL!, token, { description: 'One owner. '.repeat(300) })
  const { app, page } = await start({ keychain: 'none' })
  await signInAs(page, email)
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/car/${_id}`)
  await expect(page.getByRole('heading', { name: modelName, level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.car-sheet')
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('$24,900')).toBeVisible()
  await expect(sheet.locator('svg').last()).toBeVisible()
  // The sheet repeats the page's own heading, which is not printed.
  await expect(page.getByRole('heading', { name: modelName, level: 1 })).toHaveCount(1)

  const pages = await app.evaluate(async ({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    const pdf = await contents!.printToPDF({ preferCSSPageSize: true })
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
  })
  expect(pages).toBe(1)

  const shownMessage = await app.evaluate(async ({ dialog, webContents, Menu }) => {
    const [contents] = webContents.getAllWebContents()
    // Simulates a system without a printer.
    Reflect.set(
      contents!,
      'print',
      (_options: object, callback: (isPrinted: boolean, reason: string) => void) =>
        callback(false, 'Invalid printer settings'),
    )
    return new Promise<string>((resolve) => {
      Reflect.set(dialog, 'showMessageBox', async (_window: object, { message }: { message: string }) =>
        resolve(message),
      )
      Menu.getApplicationMenu()!.getMenuItemById('print')!.click()
    })
  })
  expect(shownMessage).toBe('This page wasn’t printed')
})
