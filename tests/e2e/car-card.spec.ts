import { findBarriers, sidewaysScroll } from '../support/axe.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { expect, test } from '../support/own-server.ts'

const photos = ['side', 'front', 'rear'].map((view) => `/art/cars/wagon-navy-${view}.svg`)

for (const { device, size, isTouch, highest } of [
  { device: 'a phone', size: { width: 390, height: 844 }, isTouch: true, highest: 420 },
  { device: 'a desktop', size: { width: 1440, height: 900 }, isTouch: false, highest: 400 },
]) {
  test.describe(`a card on ${device}`, () => {
    test.use({ viewport: size, hasTouch: isTouch, isMobile: isTouch })

    test('is low, names the car and its facts, leads to it wherever it is pressed, and keeps its buttons apart', async ({
      page,
      server,
    }) => {
      const seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
      const description = 'One owner from new, with every invoice in the folder. '.repeat(6)
      const id = await buildCar(server.ctx, seller.id, {
        model_name: 'A6 Allroad 45 TFSI Premium Plus',
        description,
        images: JSON.stringify(photos),
        posted_at: new Date(server.ctx.now().getTime() - 48 * 3_600_000).toISOString(),
      })
      await page.goto('/search')
      const card = page.getByRole('article', { name: '2021 Audi A6 Allroad 45 TFSI Premium Plus' })
      for (const fact of [
        '38,000 mi · Gas · Portland',
        'Listed 2 days ago',
        'Verified',
        'Wagon',
        'Automatic',
      ])
        await expect(card.getByText(fact, { exact: fact !== 'Verified' })).toBeVisible()
      await expect(card.getByText('$41,000 new')).toBeVisible()
      await expect(card).not.toContainText(/save/i)
      expect((await card.boundingBox())!.height).toBeLessThanOrEqual(highest)
      const text = card.getByText(description.slice(0, 20))
      const { height } = (await text.boundingBox())!
      expect(
        height / (await text.evaluate((element) => parseFloat(getComputedStyle(element).lineHeight))),
      ).toBeCloseTo(2, 1)
      expect(await findBarriers(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)

      // Its other photos are a swipe away, and come when they are wanted.
      await expect(card.locator('img')).toHaveCount(1)
      if (isTouch) {
        // It takes the finger itself: the card's link does not lie over it.
        await card.locator('.card-photos').tap({ trial: true })
        await card.locator('.card-photos').dispatchEvent('touchstart')
        await expect(card.locator('img')).toHaveCount(3)
        await card.locator('.card-photos').evaluate((strip) => strip.scrollTo(strip.clientWidth, 0))
        await expect(card.getByText('2 of 3')).toBeVisible()
      } else await expect(card.getByText('1 of 3')).toBeVisible()

      for (const place of [
        card.locator('img').first(),
        card.getByText('$41,000 new'),
        card.getByText('Wagon'),
      ]) {
        const { x, y } = (await place.boundingBox())!
        if (x < 0) continue
        await page.mouse.click(x + 4, y + 4)
        await expect(page).toHaveURL(`/car/${id}`)
        await page.goBack()
      }
      await card.getByRole('link').focus()
      await page.keyboard.press('Tab')
      await expect(card.getByRole('button', { name: /^More for 2021 Audi/ })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
      await page.keyboard.press('Escape')
      await card.getByRole('button', { name: /^More for 2021 Audi/ }).click()
      await page.getByRole('menuitem', { name: 'Report this listing' }).click()
      await expect(page).toHaveURL('/login')
      await page.goBack()
      await card.getByRole('button', { name: /^Buy 2021 Audi A6 Allroad/ }).click()
      await expect(page).toHaveURL('/login')
    })
  })
}
