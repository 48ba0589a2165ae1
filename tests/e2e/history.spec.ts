import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { listCar, uploadPhoto } from './market.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a buyer sees a car’s price history; its seller sees everything and reverts an edit', async ({
  page,
  baseURL,
}) => {
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const images = [await uploadPhoto(baseURL!, token), await uploadPhoto(baseURL!, token)]
  const description = 'One owner, full service book. '.repeat(20)
  const car = await listCar(baseURL!, token, { description, images })
  const otherCar = await listCar(baseURL!, token)
  const change = (ids: string[], to: object) =>
    apiCall(baseURL!, 'PATCH', '/cars', token, { ids, change: to })
  await change([car._id], { resellPrice: '23,900' })
  await change([car._id, otherCar._id], { location: 'Boise' })

  await page.goto(`/car/${car._id}`)
  const prices = page.getByRole('region', { name: 'Price history' })
  await expect(prices.getByRole('listitem')).toHaveText([
    /Price cut to \$23,900.*\$1,000 less/,
    /Listed at \$24,900/,
  ])
  await expect(prices).toContainText(/Listed today, \$1,000 less since/)
  await expect(prices).not.toContainText('Boise')

  await useToken(page.context(), token)
  await page.reload()
  const history = page.getByRole('region', { name: 'History', exact: true })
  const edits = history.getByRole('listitem')
  await expect(edits.first()).toContainText(/Edited by you.*Location.*Boise/s)
  await edits.nth(1).getByRole('button', { name: 'Revert: Edited by you' }).press('Enter')
  await expect(history.getByRole('heading', { name: 'Reverted by you' })).toBeVisible()
  // The button has disappeared, so the focus moves to the heading next to it.
  await expect(edits.filter({ hasText: '$23,900' }).last().getByRole('heading')).toBeFocused()
  await expect(page.getByText('$24,900').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('heading', { name: 'Undone by you' })).toBeVisible()

  await history.getByRole('button', { name: 'Revert all 2 cars' }).click()
  await change([otherCar._id], { location: 'Salem' })
  await page.getByRole('button', { name: 'Revert 2 cars' }).click()
  await expect(history.getByRole('alert')).toContainText('Location: changed since.')
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  }
})
