import type { Locator, Page } from '@playwright/test'
import type { Contact } from '../../contract/contact.ts'
import { apiCall } from '../support/e2e.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { buildCar, buildCars, buildPerson } from '../support/factories.ts'
import { expect, test } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'
import { blockNews } from './dashboard-steps.ts'

test.use({ viewport: { width: 1440, height: 900 } })

function featureCars({ ctx }: TestServer, count: number) {
  return buildCars(ctx, count, () => ({ featured_at: ctx.now().toISOString() }))
}

/** Opens the home page with all its sections, then stops its clock. `page.clock.runFor` advances the time. */
async function openHome(page: Page, time = new Date()) {
  await page.clock.install({ time })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'What clients says' })).toBeAttached()
  // The clock is paused a minute ahead, since no machine takes that long to make the call.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

test('each section is shown, with images that load and the real number of cars', async ({ page, server }) => {
  const featured_at = server.ctx.now().toISOString()
  await buildCars(server.ctx, 3, (number) => ({ category_name: number === 1 ? 'BMW' : 'Audi', featured_at }))
  const jumps = await watchJumps(page)
  await page.goto('/')
  for (const [name, cars] of [
    ['Tesla', '0 cars'],
    ['Audi', '2 cars'],
    ['BMW', '1 car'],
  ] as const) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(card.getByText(cars, { exact: true })).toBeVisible()
    await expect(card.getByRole('link', { name: /See cars/ })).toHaveAttribute('href', `/cars/${name}`)
    await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/search?brand=${name}`,
    )
  }

  await expect(page.getByRole('region', { name: 'Spring 2023 offer' })).toContainText(
    'Spring 2023 offer: ended March 31, 2023',
  )
  const offer = page.getByRole('region', { name: 'What we offer' })
  await expect(offer.locator('img')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('region', { name: 'About us' })).toContainText('since 2019')
  await expect(
    page.getByRole('region', { name: 'Contact' }).getByRole('link', { name: /^hello@/ }),
  ).toHaveAttribute('href', /^mailto:/)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Providing cars since 2019')
  await expect(footer.getByRole('list', { name: 'Cards we accept' }).getByRole('img')).toHaveCount(6)

  const hero = page.getByRole('region', { name: 'Kerblight', exact: true })
  await expect(hero.locator('picture img')).toHaveCount(6)
  await expect(hero.getByRole('list', { name: 'Body types' }).getByRole('link')).toHaveCount(6)
  for (const picture of [...(await hero.locator('img').all()), ...(await offer.locator('img').all())])
    expect(await widthOf(picture), (await picture.getAttribute('src')) ?? '').toBeGreaterThan(0)

  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThan(3_000)
  expect(await jumps()).toBeLessThan(0.01)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(height).toBeLessThan(3_800)
})

test('the makes after the first three are sorted by number of cars, and a phone swipes them', async ({
  page,
  server: { ctx },
}) => {
  const seller = await buildPerson(ctx, { account: 'seller', verified: 1 })
  const makes = ['Ford', 'Kia', 'Volvo', 'Lexus', 'Mazda', 'Fiat', 'Jeep', 'Opel', 'Honda', 'Dodge']
  for (const [index, make] of makes.entries())
    for (let count = 0; count <= index; count++) await buildCar(ctx, seller.id, { category_name: make })
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Shop by make' })
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(['Tesla', 'Audi', 'BMW'])
  const moreLinks = section.getByRole('list').last().getByRole('link')
  await expect(moreLinks).toHaveText(
    makes
      .map((make, index) => `${make} ${index + 1}`)
      .toReversed()
      .slice(0, 9),
  )
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  await moreLinks.last().click()
  await expect(page).toHaveURL('/search?brand=Kia')
})

test(
  'the home page’s links, sections, and search lead to their destinations',
  { tag: '@full' },
  async ({ page, server }) => {
    await featureCars(server, 2)
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse 2 cars' }).click()
    await expect(page).toHaveURL('/search')

    await page.goto('/')
    const makes = page.getByRole('region', { name: 'Shop by make' })
    await makes
      .getByRole('listitem')
      .first()
      .click({ position: { x: 40, y: 40 } })
    await expect(page).toHaveURL(/\/search\?brand=\w+$/)

    await page.goto('/')
    await page.getByRole('link', { name: 'SUV', exact: true }).click()
    await expect(page).toHaveURL('/search?body=suv')

    await page.goto('/')
    await page.getByRole('navigation', { name: 'Buy or sell' }).getByRole('link', { name: 'Sell' }).click()
    await expect(page).toHaveURL('/register?account=seller')

    await page.goto('/#car-category')
    await expect
      .poll(() => makes.evaluate((section) => section.getBoundingClientRect().top))
      .toBeLessThan(200)

    await page.goto('/#add-review')
    const block = page.getByRole('region', { name: 'Your opinion matters!' })
    await expect(block).toBeInViewport()
    await expect(block).toContainText('How was your experience?')
    await block.getByRole('link', { name: 'Add a review' }).click()
    await expect(page).toHaveURL('/login')

    await page.goto('/')
    const search = page.getByRole('search', { name: 'Cars' })
    await search.getByLabel('Make').selectOption('Tesla')
    await search.getByLabel('Model or city').fill(' model 3 ')
    await search.getByLabel('Max price').selectOption('$25,000')
    await search.getByRole('button', { name: 'Search cars' }).click()
    await expect(page).toHaveURL('/search?brand=Tesla&q=model+3&priceMax=25000')
  },
)

test('animations run on schedule and stop on request', { tag: '@full' }, async ({ page }) => {
  await openHome(page)

  await test.step('the hero shows six scenes in turn, and stops for the pointer, for focus, and on Pause', async () => {
    const hero = page.getByRole('region', { name: 'Kerblight', exact: true })
    const slideNumber = hero.getByText(/^Slide \d of 6$/)
    const advanceSlide = () => page.clock.runFor(6000)
    let slide = Number(/\d/.exec((await slideNumber.textContent())!)![0])
    const isNext = () => expect(slideNumber).toHaveText(`Slide ${(slide = (slide % 6) + 1)} of 6`)
    const isStill = () => expect(slideNumber).toHaveText(`Slide ${slide} of 6`)
    for (let slides = 0; slides < 6; slides++) {
      await advanceSlide()
      await isNext()
    }
    await expect(hero.getByRole('group', { name: `${slide} of 6` })).toHaveCSS('transition-duration', '0.7s')

    await hero.hover()
    await advanceSlide()
    await isStill()
    await moveAway(page)
    await advanceSlide()
    await isNext()

    await hero.getByLabel('Model or city').focus()
    await advanceSlide()
    await isStill()
    await moveAway(page)
    await advanceSlide()
    await isNext()

    await hero.getByRole('button', { name: 'Pause' }).click()
    await moveAway(page)
    await advanceSlide()
    await isStill()
    await hero.getByRole('button', { name: 'Show slide 6' }).click()
    await expect(slideNumber).toHaveText('Slide 6 of 6')
    await hero.getByRole('button', { name: 'Play' }).click()
    await advanceSlide()
    await expect(slideNumber).toHaveText('Slide 1 of 6')
  })

  await test.step('figures count up once when first seen, and expose their final value throughout', async () => {
    const figures = page.getByLabel('Kerblight in figures')
    const readFigures = () =>
      figures.locator('.figure').evaluateAll((all) => all.map(({ dataset }) => dataset.figure))
    expect(await readFigures()).toEqual(['0+', '0k+', '0+'])
    await expect(figures).toMatchAriaSnapshot(`
      - term: Car Center Solution
      - definition: 130+
      - term: Happy Customers
      - definition: 9k+
      - term: Total car count
      - definition: 430+
    `)
    await figures.scrollIntoViewIfNeeded()
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return (await readFigures())[2]
      })
      .not.toBe('0+')
    await page.clock.runFor(2500)
    expect((await readFigures())[2]).not.toBe('430+')
    await page.clock.runFor(600)
    expect(await readFigures()).toEqual(['130+', '9k+', '430+'])
  })

  await test.step('three testimonials rotate every three seconds, each with three stars of five', async () => {
    const clients = page.getByRole('region', { name: 'What clients says' })
    await clients.scrollIntoViewIfNeeded()
    const slideNumber = clients.getByText(/^Slide \d of 3$/)
    const quotes: string[] = []
    const first = Number(/\d/.exec((await slideNumber.textContent())!)![0])
    for (const number of [first, (first % 3) + 1, ((first + 1) % 3) + 1]) {
      await expect(slideNumber).toHaveText(`Slide ${number} of 3`)
      const voice = clients.getByRole('group', { name: `${number} of 3` })
      await expect(clients.getByRole('blockquote')).toHaveCount(1)
      await expect(voice.getByRole('img', { name: 'Rated 3 of 5' })).toBeVisible()
      await expect(voice).toHaveCSS('transition-duration', '0.7s')
      quotes.push((await voice.getByRole('blockquote').textContent())!)
      await page.clock.runFor(3000)
    }
    expect(new Set(quotes).size).toBe(3)
    await expect(slideNumber).toHaveText(`Slide ${first} of 3`)
    await clients.getByRole('button', { name: 'Pause' }).click()
    await moveAway(page)
    await page.clock.runFor(7000)
    await expect(slideNumber).toHaveText(`Slide ${first} of 3`)
  })

  await test.step('the film waits for Play, can be paused, and ends automatically', async () => {
    const film = page.getByRole('region', { name: 'Kerblight in 12 seconds' })
    await film.scrollIntoViewIfNeeded()
    await page.clock.runFor(3000)
    await expect(film).toContainText('Find it. Know its price. Pay by card. Get the keys.')
    await film.getByRole('button', { name: 'Play video' }).click()
    await expect(film.getByText('Find it.', { exact: true })).toBeVisible()
    await page.clock.runFor(3000)
    await expect(film.getByText('Know its price.', { exact: true })).toBeVisible()
    await film.getByRole('button', { name: 'Pause video' }).click()
    await page.clock.runFor(6000)
    await expect(film.getByText('Know its price.', { exact: true })).toBeVisible()
    await film.getByRole('button', { name: 'Play video' }).click()
    for (let scene = 0; scene < 3; scene++) await page.clock.runFor(3000)
    await film.getByRole('button', { name: 'Replay video' }).click()
    await expect(film.getByText('Find it.', { exact: true })).toBeVisible()
  })
})

test('advertised cars show two per view, advance every three seconds, and stop on Pause', async ({
  page,
  server,
}) => {
  await featureCars(server, 5)
  await openHome(page)
  const featured = page.getByRole('region', { name: 'Advertised cars' })
  await featured.scrollIntoViewIfNeeded()
  const view = featured.getByRole('group', { name: 'Advertised cars' })
  const nextAfter = (number: number) => (number + 1) % 5

  await view.hover()
  await page.clock.runFor(1500)
  const first = (await shownIn(view)).numbers[0]!
  const second = nextAfter(first)
  await expectShown(page, view, [first, second])
  await page.clock.runFor(7000)
  await expectShown(page, view, [first, second])
  await moveAway(page)
  await page.clock.runFor(3000)
  await expectShown(page, view, [second, nextAfter(second)])

  await featured.getByRole('button', { name: 'Pause' }).click()
  await view.hover()
  await moveAway(page)
  await page.clock.runFor(7000)
  await expectShown(page, view, [second, nextAfter(second)])
  await featured.getByRole('button', { name: 'Next cars' }).click()
  await expectShown(page, view, [nextAfter(second), nextAfter(nextAfter(second))])

  await page.setViewportSize({ width: 640, height: 900 })
  await expectShown(page, view, [nextAfter(second)])
})

test(
  'the countdown runs until its day in March 2023, then stops and shows that it ended',
  { tag: '@full' },
  async ({ page }) => {
    const offerEnd = new Date('2023-03-30T10:57:00Z')
    // The page would use the server's clock, which responses report in their Date header.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch()
      const headers = response.headers()
      delete headers.date
      await route.fulfill({ response, headers })
    })
    await openHome(page, offerEnd)
    const offer = page.getByRole('region', { name: 'Spring 2023 offer' })
    const timer = offer.getByRole('timer')
    await expect(timer).toHaveText(/^1 d 1 h [12] min \d+ s$/)
    const before = await timer.textContent()
    await page.clock.runFor(1000)
    await expect(timer).not.toHaveText(before!)
    await page.clock.fastForward('25:02:00')
    await expect(offer).toContainText('ended March 31, 2023')
    await expect(timer).toHaveCount(0)
  },
)

test('with reduced motion, nothing starts automatically', { tag: '@full' }, async ({ page, server }) => {
  await featureCars(server, 3)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHome(page)
  const hero = page.getByRole('region', { name: 'Kerblight', exact: true })
  const clients = page.getByRole('region', { name: 'What clients says' })
  const featured = page.getByRole('region', { name: 'Advertised cars' })
  const view = featured.getByRole('group', { name: 'Advertised cars' })
  await expectShown(page, view, [0, 1])
  await view.hover()
  await moveAway(page)
  for (const part of [hero, clients, featured])
    await expect(part.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.clock.runFor(7000)
  await expect(hero.getByText(/^Slide/)).toHaveText('Slide 1 of 6')
  await expect(clients.getByText(/^Slide/)).toHaveText('Slide 1 of 3')
  await expectShown(page, view, [0, 1])
  const figures = page.getByLabel('Kerblight in figures').locator('.figure')
  expect(await figures.evaluateAll((all) => all.map(({ dataset }) => dataset.figure))).toEqual([
    '130+',
    '9k+',
    '430+',
  ])
  await clients.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(3000)
  await expect(clients.getByText(/^Slide/)).toHaveText('Slide 2 of 3')
})

test(
  'contact details come from the settings, and the block shows alternatives without any',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { contact } = await apiCall<{ contact: Contact }>(baseURL!, 'GET', '/config')
    await page.goto('/')
    const block = page.getByRole('region', { name: 'Contact' })
    const footer = page.getByRole('contentinfo')
    for (const part of [block, footer]) {
      await expect(part.getByRole('link', { name: contact.email! })).toHaveAttribute(
        'href',
        `mailto:${contact.email}`,
      )
      await expect(part.getByRole('link', { name: contact.phone! })).toHaveAttribute('href', 'tel:5035550100')
      await expect(part).toContainText(contact.address!)
    }
    await expect(block).toContainText(contact.hours!)

    const emptyContact: Contact = { email: null, phone: null, hours: null, address: null }
    let set = emptyContact
    await page.route('**/api/config', async (route) => {
      const response = await route.fetch()
      const config = (await response.json()) as object
      await route.fulfill({ json: { ...config, contact: set } })
    })
    // Prerendered pages embed the settings; this page requests them.
    await page.goto('/forgot-password')
    await expect(page.getByRole('button', { name: /^Sandbox/ })).toBeVisible()
    for (const name of ['Terms', 'Privacy']) {
      await footer.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Questions' })).toHaveCount(0)
    }
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
    await expect(block).toContainText('Questions about a car?')
    await expect(block).toContainText('Something wrong with a listing?')
    await expect(page.locator('[href^="mailto:"], [href^="tel:"], address')).toHaveCount(0)
    await block.getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')

    const names = { email: 'Email', phone: 'Phone', address: 'Address', hours: 'Hours' }
    for (const [key, name] of Object.entries(names)) {
      set = { ...emptyContact, [key]: contact[key as keyof Contact] }
      await page.goto('/forgot-password')
      await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
      await expect(block.getByRole('listitem')).toHaveText([new RegExp(`^${name}`)])
    }
  },
)

test('a section that does not load shows an error in its place and loads on retry', async ({
  page,
  server,
}) => {
  await featureCars(server, 1)
  await blockNews(page)
  // The first page comes with its data, but the next page requests its data.
  await page.goto('/blogs')
  let isBroken = true
  for (const path of ['**/api/category', '**/api/cars?featured=1*'])
    await page.route(path, (route) => (isBroken ? route.fulfill({ status: 500 }) : route.continue()))
  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  const parts = [
    page.getByRole('region', { name: 'Shop by make' }),
    page.getByRole('region', { name: 'Advertised cars' }),
  ]
  for (const part of parts) await expect(part.getByRole('alert')).toContainText('This didn’t load')
  isBroken = false
  for (const part of parts) {
    await part.getByRole('button', { name: 'Try again' }).click()
    await expect(part.getByRole('heading', { level: part === parts[0] ? 3 : 2 }).nth(1)).toBeVisible()
  }
})

/**
 * Records layout shifts from now on.
 * @returns a function that returns the cumulative layout shift so far, as browsers measure it
 */
async function watchJumps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement
      for (const jump of list.getEntries() as unknown as { value: number }[])
        dataset.jumps = String(Number(dataset.jumps ?? 0) + jump.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.jumps ?? 0))
}

async function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate(async (img: HTMLImageElement) => {
    img.loading = 'eager'
    await img.decode()
    return img.naturalWidth
  })
}

/** Moves the pointer and the focus elsewhere. */
async function moveAway(page: Page) {
  await page.mouse.move(2, 2)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
}

/**
 * Waits until the carousel's animation has ended and the cards with these numbers are fully visible, 20 px
 * apart.
 */
async function expectShown(page: Page, view: Locator, numbers: number[]) {
  const gaps = numbers.slice(1).map(() => 20)
  await page.clock.runFor(1500)
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return shownIn(view)
    })
    .toEqual({ numbers, gaps })
}

function shownIn(view: Locator): Promise<{ numbers: number[]; gaps: number[] }> {
  return view.evaluate((element) => {
    const frame = element.getBoundingClientRect()
    const cards = [...element.querySelectorAll('article')]
      .map((card, number) => ({ number, box: card.getBoundingClientRect() }))
      .filter(({ box }) => box.left > frame.left - 1 && box.right < frame.right + 1)
      .toSorted((a, b) => a.box.left - b.box.left)
    return {
      numbers: cards.map(({ number }) => number),
      gaps: cards.slice(1).map(({ box }, index) => Math.round(box.left - cards[index]!.box.right)),
    }
  })
}
