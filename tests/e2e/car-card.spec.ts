import { findBarriers, measureSidewaysScroll } from '../support/axe.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'

const photos = ['side', 'front', 'rear'].map((view) => `/art/cars/wagon-navy-${view}.svg`)

/** Maximum card heights in pixels. */
const HIGHEST = { phone: 520, other: 500 }

const longName = 'A6 Allroad 45 TFSI quattro S tronic Premium Plus Black Edition with everything'
const longPlace = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
const description = 'One owner from new, with every invoice in the folder. '.repeat(6)

/** The states that a card can show, as fields of a car. */
const states: Record<string, Parameters<typeof buildCar>[2]> = {
  plain: {},
  advertised: { featured_at: new Date().toISOString() },
  held: { state: 'reserved' },
  'price on request': { resell_price: 'around 20k, ask me' },
  free: { resell_price: '0' },
  'more than a card can pay': { resell_price: '90,000,000,000.50' },
  'without photo or price new': { original_price: '', original_price_minor: null },
  'with fees': { fees: '[{"name":"Documentation fee","amountMinor":29900}]', fees_minor: 29_900 },
  'one word': { model_name: longPlace, description: longPlace.repeat(3), location: 'Ely' },
}

/**
 * Runs in the page. Returns each card's height, and whether its price or button is cut off or they overlap.
 */
function measureCards(cards: Element[]) {
  return cards.map((card) => {
    const frame = card.getBoundingClientRect()
    const price = card.querySelector('p:has(> .tabular-nums)')!.getBoundingClientRect()
    const buy = [...card.querySelectorAll('button')].at(-1)!.getBoundingClientRect()
    const isCut = buy.right > frame.right || buy.bottom > frame.bottom || price.right > buy.left
    return { text: card.textContent, height: Math.ceil(frame.height), isCut }
  })
}

test('no card with any content exceeds the maximum height or cuts off its price or button', async ({
  page,
  server,
}) => {
  for (const verified of [0, 1] as const) {
    const seller = await buildPerson(server.ctx, { account: 'seller', verified })
    for (const fields of Object.values(states))
      await buildCar(server.ctx, seller.id, {
        model_name: longName,
        location: longPlace,
        description,
        body: 'hatch',
        images: photos,
        ...fields,
      })
  }
  await useToken(page.context(), (await buildPerson(server.ctx)).token)
  for (const path of ['/search', '/cars/Audi']) {
    await page.goto(path)
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2 * Object.keys(states).length)
    for (const width of [320, 390, 760, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const highest = width < 640 ? HIGHEST.phone : HIGHEST.other
      const looks = await cards.evaluateAll(measureCards)
      expect(
        looks.filter(({ height, isCut }) => height > highest || isCut),
        `${path} at ${width}`,
      ).toEqual([])
    }
  }
})

for (const { device, size, isTouch } of [
  { device: 'a phone', size: { width: 390, height: 844 }, isTouch: true },
  { device: 'a desktop', size: { width: 1440, height: 900 }, isTouch: false },
]) {
  test.describe(`a card on ${device}`, () => {
    test.use({ viewport: size, hasTouch: isTouch, isMobile: isTouch })

    test(
      'names the car and its facts, links to it from its whole area, and separates its buttons',
      { tag: isTouch ? [] : '@full' },
      async ({ page, server }) => {
        const seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
        const id = await buildCar(server.ctx, seller.id, {
          model_name: 'A6 Allroad 45 TFSI Premium Plus',
          description,
          images: photos,
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
        const text = card.getByText(description.slice(0, 20))
        const { height } = (await text.boundingBox())!
        expect(
          height / (await text.evaluate((element) => parseFloat(getComputedStyle(element).lineHeight))),
        ).toBeCloseTo(2, 1)
        expect(await findBarriers(page)).toEqual([])
        await expect.poll(() => measureSidewaysScroll(page)).toBe(0)

        // Additional photos are one swipe away and load on demand.
        await expect(card.locator('img')).toHaveCount(1)
        if (isTouch) {
          // The photo strip receives touches itself, because the card's link does not cover it.
          await card.locator('.card-photos').tap({ trial: true })
          await card.locator('.card-photos').dispatchEvent('touchstart')
          await expect(card.locator('img')).toHaveCount(3)
          await card.locator('.card-photos').evaluate((strip) => strip.scrollTo(strip.clientWidth, 0))
          await expect(card.getByText('2 of 3')).toBeVisible()
        } else await expect(card.getByText('1 of 3')).toBeVisible()

        for (const target of [
          card.locator('img').first(),
          card.getByText('$41,000 new'),
          card.getByText('Wagon'),
        ]) {
          const { x, y } = (await target.boundingBox())!
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
      },
    )
  })
}

test('the lit lamps of a drawing are at the front of the car in both directions', async ({
  page,
  server,
}) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const drawings = ['/art/cars/wagon-navy-side.svg', '/art/cars/wagon-navy-frame-3-flip.svg']
  for (const [index, drawing] of drawings.entries())
    await buildCar(server.ctx, seller.id, { model_name: `Lamps ${index}`, images: [drawing] })
  await page.goto('/search?q=lamps')
  const scaleOf = (name: string) =>
    page
      .getByRole('article', { name })
      .locator('.card-lamps')
      .evaluate((lamps) => getComputedStyle(lamps).scale)
  await expect.poll(() => scaleOf('Lamps 0')).toBe('none')
  await expect.poll(() => scaleOf('Lamps 1')).toBe('-1 1')
})
