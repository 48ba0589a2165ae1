import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pageDescriptions } from '../../contract/page-descriptions.ts'
import { formatPageTitle, pages, type IndexablePageName, type Page } from '../../contract/pages.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { buildCar, buildMake, buildPerson, buildReview, type Person } from '../support/factories.ts'
import { readPage, unescapeText } from '../support/page-head.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { call } from '../support/api-client.ts'
import { renderSitemap, renderSitemapPart } from '../../server/pages/sitemap.service.ts'

const SITE = 'https://cars.example'
const builtFolder = mkdtempSync(join(tmpdir(), 'kerblight-built-'))
const renderer = join(builtFolder, 'renderer')
let server: TestServer
let seller: Person

beforeAll(async () => {
  writeBuiltPage(renderer)
  mkdirSync(join(renderer, 'assets'))
  writeFileSync(join(renderer, 'assets', 'index-abc.js'), 'export {}')
  server = await startTestServer({ renderer, env: { PUBLIC_URL: SITE, SANDBOX: 'on' } })
  seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Sam Seller' })
})
afterAll(async () => {
  await server.close()
  rmSync(builtFolder, { recursive: true })
})

async function open(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, markup: await response.text() }
}

async function loadPage(path: string) {
  const { status, markup } = await open(path)
  return { status, ...readPage(markup) }
}

it('/console redirects to the installers, if configured', async () => {
  expect((await open('/console')).status).toBe(404)
  const CONSOLE_DOWNLOAD_URL = 'https://downloads.example/kerblight'
  const otherServer = await startTestServer({ renderer, env: { CONSOLE_DOWNLOAD_URL } })
  try {
    const { status, headers } = await fetch(`${otherServer.url}/console`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, CONSOLE_DOWNLOAD_URL])
    expect((await call(otherServer.url, 'getConfig')).body).toMatchObject({ hasConsoleDownload: true })
  } finally {
    await otherServer.close()
  }
})

it('a URL with a make’s old name redirects to the current name', async () => {
  const [make, admin] = [await buildMake(server.ctx), await buildPerson(server.ctx, { role: 'admin' })]
  const oldName = encodeURIComponent(make)
  const rename = (name: string, category_name: string) =>
    call(server.url, 'updateCategory', { token: admin.token, params: { name }, body: { category_name } })
  const targetOf = async (path: string) => {
    const { status, headers } = await open(path)
    return status === 301 ? [headers.get('location'), headers.get('cache-control')] : status
  }
  const paths = [`/cars/${oldName}`, `/search?category=${oldName}`]
  for (const path of paths) expect(await targetOf(path)).toBe(200)
  await rename(make, 'Škoda 2')
  expect(await targetOf(`/cars/${oldName}?color=Red`)).toEqual(['/cars/%C5%A0koda%202?color=Red', 'no-cache'])
  for (const path of [`/category/${oldName}`, `/category?category_name=${oldName}`])
    expect(await targetOf(path)).toEqual(['/cars/%C5%A0koda%202', 'no-cache'])
  expect(await targetOf(`/search?category=${oldName}`)).toEqual(['/search?category=%C5%A0koda+2', 'no-cache'])
  expect(await targetOf(`/search?q=a&brand=Audi,${oldName}`)).toEqual([
    '/search?q=a&brand=Audi%2C%C5%A0koda+2',
    'no-cache',
  ])
  for (const path of [
    '//',
    `//cars.example/cars/${oldName}`,
    '/cars/%E0%A4',
    '/cars/Nowhere',
    '/search?brand=',
  ])
    expect(await targetOf(path), path).not.toBeInstanceOf(Array)
  await rename('Škoda 2', make)
  for (const path of paths) expect(await targetOf(path)).toBe(200)
})

it.each([
  ['/cars/bmw?color=Red', '/cars/BMW?color=Red'],
  ['/cars/skoda', '/cars/%C5%A0koda'],
  ['/cars/vw', '/cars/Volkswagen'],
  ['/category/mercedes%20benz', '/cars/Mercedes-Benz'],
  ['/category?category_name=CHEVY', '/cars/Chevrolet'],
  ['/search?category=bmw', '/search?category=BMW'],
  ['/search?q=a&brand=bmw,Audi', '/search?q=a&brand=BMW%2CAudi'],
])('%s, another spelling of a make, redirects to %s', async (path, target) => {
  const { status, headers } = await open(path)
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([301, target, 'no-cache'])
})

it('resolves a URL with few queries, regardless of its makes and repetitions', async () => {
  const executor = server.ctx.db.getExecutor()
  const statements = vi.spyOn(executor, 'executeQuery')
  onTestFinished(() => statements.mockRestore())
  for (const makes of [','.repeat(15_000), 'a,'.repeat(190), 'a,'.repeat(7000), 'x'.repeat(15_000)])
    for (let round = 0; round < 2; round++) {
      statements.mockClear()
      expect((await open(`/search?brand=${makes}&category=${makes.slice(0, 500)}`)).status).toBe(200)
      expect(statements.mock.calls.length).toBeLessThan(5)
    }
})

it('a cached page redirects as soon as its make is renamed', async () => {
  const [make, admin] = [await buildMake(server.ctx), await buildPerson(server.ctx, { role: 'admin' })]
  const oldName = encodeURIComponent(make)
  const paths = [`/search?brand=${oldName}`, `/search?brand=Audi&category=${oldName}`, `/cars/${oldName}`]
  for (const path of [...paths, ...paths]) expect((await open(path)).status).toBe(200)
  const body = { category_name: `${make} 2` }
  await call(server.url, 'updateCategory', { token: admin.token, params: { name: make }, body })
  for (const path of paths) expect((await open(path)).status, path).toBe(301)
})

const fillInIds = (path: string) => path.replace(/:\w+/g, 'some-id')

describe('a page’s head', () => {
  it('has the contract’s title and description, and its own URL, on every public page', async () => {
    for (const [name, description] of Object.entries(pageDescriptions)) {
      const page = pages[name as IndexablePageName]
      if (page.path.includes(':')) continue
      const { status, title, meta, canonical } = await loadPage(page.path)
      expect([page.path, status, title]).toEqual([page.path, 200, formatPageTitle(page.title)])
      expect(canonical).toBe(SITE + page.path)
      expect(meta).toMatchObject({
        description,
        'og:title': page.title,
        'og:description': description,
        'og:url': SITE + page.path,
        'og:site_name': 'Kerblight',
        'og:type': 'website',
        'og:image': `${SITE}/art/icons/social.jpg`,
      })
      expect(meta).not.toHaveProperty('robots')
    }
  })

  it('marks every other page noindex without further metadata', async () => {
    for (const page of Object.values<Page>(pages).filter((page) => !page.indexable)) {
      const { status, title, meta, canonical, jsonLd } = await loadPage(fillInIds(page.path))
      expect([page.path, status, title]).toEqual([page.path, 200, formatPageTitle(page.title)])
      expect([meta.robots, canonical, jsonLd, meta['og:url']]).toEqual(['noindex', null, null, undefined])
    }
  })

  it('fits into a search result', () => {
    expect(Object.values(pageDescriptions).filter(({ length }) => length > 160)).toEqual([])
  })

  it('declares one canonical URL for a page with any query', async () => {
    expect((await loadPage('/?utm_source=mail&fbclid=1')).canonical).toBe(`${SITE}/`)
    expect((await loadPage('/reviews/?page=2')).canonical).toBe(`${SITE}/reviews`)
    expect((await loadPage('/search?sort=price&utm_medium=x&category=Audi')).canonical).toBe(
      `${SITE}/search?category=Audi`,
    )
    expect((await loadPage('/search?brand=Audi&priceMax=20000')).canonical).toBe(
      `${SITE}/search?category=Audi`,
    )
    expect((await loadPage('/search?brand=Audi,BMW')).canonical).toBe(`${SITE}/search`)
    for (const category of ['Zastava', '', 'x'.repeat(500), 'Audi&category=BMW'])
      expect((await loadPage(`/search?category=${category}`)).canonical).toBe(`${SITE}/search`)
  })

  it('changes nothing else in the shell, and adds no executable script', async () => {
    const { markup, headers } = await open('/')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(markup).toContain('<div id="root"></div>')
    const { scripts } = readPage(markup)
    expect(scripts.some((tag) => tag.includes('application/ld+json'))).toBe(true)
    for (const tag of scripts) expect(tag).toMatch(/^<script (type="application\/ld\+json"|.*\ssrc="|src=")/)
    expect(markup).not.toMatch(/\son\w+=|javascript:|<style/i)
  })

  it('returns 304 for a current copy until the page’s content changes', async () => {
    const path = '/search?category=Audi'
    await buildCar(server.ctx, seller.id)
    const etag = (await open(path)).headers.get('etag')!
    const revalidate = () => fetch(server.url + path, { headers: { 'if-none-match': etag } })
    expect((await revalidate()).status).toBe(304)
    await buildCar(server.ctx, seller.id)
    expect((await revalidate()).status).toBe(200)
  })
})

describe('contact data', () => {
  const contact = {
    email: 'hello@cars.example',
    phone: '+1 (503) 555-0142',
    hours: 'Mondays <9–5>',
    address: '100 Example Street',
  }

  async function markupWith(settings: typeof contact | Record<keyof typeof contact, null>, paths: string[]) {
    const otherServer = await startTestServer({ renderer, config: { contact: settings } })
    try {
      return await Promise.all(paths.map(async (path) => (await fetch(otherServer.url + path)).text()))
    } finally {
      await otherServer.close()
    }
  }

  const organizationIn = (markup: string) => readPage(markup).jsonLd!['@graph'][1]!

  it('appears in structured data as configured', async () => {
    const [home] = await markupWith(contact, ['/'])
    expect(organizationIn(home!)).toMatchObject({
      '@type': 'Organization',
      email: contact.email,
      telephone: contact.phone,
      address: contact.address,
    })
  })

  it('is omitted if not configured', async () => {
    const none = { email: null, phone: null, hours: null, address: null }
    const markups = await markupWith(none, ['/', '/privacy', '/terms'])
    const organization = organizationIn(markups[0]!)
    for (const key of ['email', 'telephone', 'openingHours', 'address'])
      expect(organization).not.toHaveProperty(key)
    for (const markup of markups) expect(markup).not.toMatch(/mailto:|tel:/)
  })
})

describe('a car’s page', () => {
  it('shows the car, its price, and its description without contact details', async () => {
    const id = await buildCar(server.ctx, seller.id, {
      images: ['/images/a/large.webp', 'https://i.ibb.co/x/b.jpg'],
      contact: '555-0177',
    })
    const { status, title, meta, canonical } = await loadPage(`/car/${id}?utm_source=mail`)
    expect([status, title]).toEqual([200, '2021 Audi A4 Avant 40 TFSI · Kerblight'])
    expect(canonical).toBe(`${SITE}/car/${id}`)
    expect(meta.description).toBe(
      '2021 Audi A4 Avant 40 TFSI, $24,900: 38,000 mi, Gas, Automatic, Portland. One owner, full service book.',
    )
    expect(meta['og:image']).toBe(`${SITE}/images/a/large.webp`)
    const { markup } = await open(`/car/${id}`)
    for (const secret of [seller.email, '555-0177']) expect(markup).not.toContain(secret)
  })

  it('describes the car in structured data as a schema.org Car with an Offer', async () => {
    const id = await buildCar(server.ctx, seller.id, {
      images: ['/images/a/large.webp'],
      mileage_unit: 'km',
      resell_price: '18,450.50',
    })
    const url = `${SITE}/car/${id}`
    const { jsonLd } = await loadPage(`/car/${id}`)
    expect(jsonLd?.['@context']).toBe('https://schema.org')
    const [car, breadcrumbs] = jsonLd!['@graph']
    expect(car).toEqual({
      '@type': 'Car',
      '@id': `${url}#car`,
      url,
      name: '2021 Audi A4 Avant 40 TFSI',
      description: 'One owner, full service book.',
      image: [`${SITE}/images/a/large.webp`],
      brand: { '@type': 'Brand', name: 'Audi' },
      model: 'A4 Avant 40 TFSI',
      vehicleModelDate: '2021',
      mileageFromOdometer: { '@type': 'QuantitativeValue', value: 38_000, unitCode: 'KMT' },
      vehicleEngine: { '@type': 'EngineSpecification', fuelType: 'Petrol' },
      bodyType: 'wagon',
      vehicleTransmission: 'Automatic',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Condition', value: 'Good' }],
      itemCondition: 'https://schema.org/UsedCondition',
      offers: {
        '@type': 'Offer',
        url,
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        price: '18450.50',
        priceCurrency: 'USD',
      },
    })
    expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  it('includes the VIN in structured data only for dealers, whose pages show it in full', async () => {
    const [lotPage, personPage] = [
      await buildPerson(server.ctx, { account: 'seller', verified: 1 }),
      await buildPerson(server.ctx, { account: 'seller' }),
    ]
    const vinOf = async (sellerId: string, vin: string) => {
      const path = `/car/${await buildCar(server.ctx, sellerId, { vin, drive: 'all', color: 'Blue', owners: 2, doors: 5 })}`
      const [car] = (await loadPage(path)).jsonLd!['@graph']
      const { markup } = await open(path)
      return { car, isInPage: markup.includes(vin) }
    }
    expect(await vinOf(lotPage.id, '1FADP5BU5DL500000')).toMatchObject({
      car: {
        vehicleIdentificationNumber: '1FADP5BU5DL500000',
        color: 'Blue',
        driveWheelConfiguration: 'https://schema.org/AllWheelDriveConfiguration',
        numberOfDoors: 5,
        numberOfPreviousOwners: 2,
      },
      isInPage: true,
    })
    const ofPerson = await vinOf(personPage.id, '5YJ3E1EC1MF062635')
    expect(ofPerson).toMatchObject({ isInPage: false })
    expect(ofPerson.car).not.toHaveProperty('vehicleIdentificationNumber')
  })

  it('describes four-wheel drive, natural gas, and gold in schema.org’s terms', async () => {
    const id = await buildCar(server.ctx, seller.id, { drive: 'four', fuel: 'CNG', color: 'Gold' })
    const { jsonLd } = await loadPage(`/car/${id}`)
    expect(jsonLd!['@graph'][0]).toMatchObject({
      driveWheelConfiguration: 'https://schema.org/FourWheelDriveConfiguration',
      vehicleEngine: { '@type': 'EngineSpecification', fuelType: 'CNG' },
      color: 'Gold',
    })
  })

  it('omits details that the seller did not provide', async () => {
    const id = await buildCar(server.ctx, seller.id, {
      year: null,
      mileage: null,
      mileage_unit: null,
      fuel: null,
      body: null,
      transmission: null,
      resell_price: 'on request',
      description: '',
      images: ['javascript:alert(1)', 'http://'],
    })
    const { meta, jsonLd } = await loadPage(`/car/${id}`)
    const [car] = jsonLd!['@graph'] as [Record<string, unknown>]
    expect(car).not.toHaveProperty('mileageFromOdometer')
    expect(car).not.toHaveProperty('vehicleModelDate')
    expect(car.image).toEqual([])
    expect(car.offers).not.toHaveProperty('price')
    expect(meta.description).toBe('Audi A4 Avant 40 TFSI, price on request: Portland.')
    expect(meta['og:image']).toBe(`${SITE}/art/icons/social.jpg`)
  })

  it('describes a car with only a known price', async () => {
    const unknown = { year: null, mileage: null, mileage_unit: null, fuel: null, transmission: null }
    const id = await buildCar(server.ctx, seller.id, { ...unknown, location: '', description: '' })
    expect((await loadPage(`/car/${id}`)).meta.description).toMatch(/^Audi A4 Avant 40 TFSI, \$[\d,.]+\.$/)
  })

  it('reports a car as reserved or sold', async () => {
    const availabilityOf = async (state: 'reserved' | 'sold') => {
      const { status, jsonLd } = await loadPage(`/car/${await buildCar(server.ctx, seller.id, { state })}`)
      return [status, (jsonLd!['@graph'][0]!.offers as { availability: string }).availability]
    }
    expect(await availabilityOf('reserved')).toEqual([200, 'https://schema.org/LimitedAvailability'])
    expect(await availabilityOf('sold')).toEqual([200, 'https://schema.org/SoldOut'])
  })

  it('returns 404 without details for an unknown, withdrawn, or hidden sold car', async () => {
    const withdrawn = await buildCar(server.ctx, seller.id, { state: 'withdrawn', model_name: 'Secret One' })
    const hiddenCar = await buildCar(server.ctx, seller.id, {
      state: 'sold',
      hidden_at: new Date().toISOString(),
      model_name: 'Secret One',
    })
    for (const id of ['no-such-car', 'x'.repeat(3000), '%E0%A4%A', withdrawn, hiddenCar]) {
      const { status, markup } = await open(`/car/${id}`)
      expect([id.slice(0, 20), status]).toEqual([id.slice(0, 20), 404])
      expect(markup).toContain('<div id="root"></div>')
      expect(markup).not.toContain('Secret One')
      expect(readPage(markup)).toMatchObject({ canonical: null, jsonLd: null, meta: { robots: 'noindex' } })
    }
    for (const id of ['no-such-car', 'x'.repeat(200), withdrawn])
      expect((await loadPage(`/car/${id}`)).title).toBe('This car is no longer listed · Kerblight')
  })

  it('reflects an edit, a withdrawal, and a return of the car', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const { token } = seller
    for (const location of ['Salem', 'Eugene']) {
      await call(server.url, 'updateCars', { token, body: { ids: [id], change: { location } } })
      expect((await loadPage(`/car/${id}`)).meta.description).toContain(location)
    }
    await call(server.url, 'deleteCars', { token, body: { ids: [id] } })
    expect((await loadPage(`/car/${id}`)).status).toBe(404)
  })
})

describe('hostile text', () => {
  const hostile = `</script></noscript></title>"'><script>alert(1)</script><!--<img src=x onerror=alert(1)>&amp;$&$'\u2028`

  it('is escaped on every page and preserved unchanged in titles and metadata', async () => {
    const hostileSeller = await buildPerson(server.ctx, { account: 'seller', full_name: hostile })
    const id = await buildCar(server.ctx, hostileSeller.id, {
      model_name: hostile,
      description: hostile,
      location: hostile,
      usage_time: hostile,
      images: [hostile],
    })
    await buildReview(server.ctx, hostileSeller.id, { text: hostile })
    const plainCar = await buildCar(server.ctx, seller.id)
    const expectedScripts = (await loadPage(`/car/${plainCar}`)).scripts
    for (const path of [`/car/${id}`, '/', '/search', '/search?category=Audi', '/reviews']) {
      const { markup } = await open(path)
      expect(markup, path).not.toContain('alert(1)</script')
      expect(markup, path).not.toContain('<img src=x')
      expect(markup, path).not.toContain('<!--')
      const { scripts } = readPage(markup)
      expect(scripts.filter((tag) => !expectedScripts.includes(tag))).toEqual([])
    }
    const car = await loadPage(`/car/${id}`)
    expect(car.title).toBe(formatPageTitle(`2021 Audi ${hostile}`))
    expect(car.meta['og:title']).toBe(`2021 Audi ${hostile}`)
    expect(car.jsonLd!['@graph'][0]).toMatchObject({ model: hostile, description: hostile })
  })

  it('is not echoed from a URL', async () => {
    const echoedText = hostile.replace('alert(1)', 'alert(2)')
    const encodedText = encodeURIComponent(echoedText)
    for (const path of [`/search?category=${encodedText}`, `/nowhere/${encodedText}`, `/car/${encodedText}`])
      expect((await open(path)).markup, path).not.toContain('alert(2)')
  })
})

describe('a page without JavaScript', () => {
  it('links to a prerendered page if its filters have no prerender', async () => {
    const { noscript } = await loadPage('/search?category=Audi&priceMax=20000')
    expect(noscript).toContain('This page needs JavaScript.')
    expect(noscript).toContain('<a href="/search?category=Audi">Audi cars</a>')
  })

  it('counts the cars of a searched make', async () => {
    await buildCar(server.ctx, seller.id, { category_name: 'BMW' })
    const { title, meta } = await loadPage('/search?category=BMW')
    expect(title).toBe('BMW cars · Kerblight')
    expect(meta.description).toMatch(/^1 car by BMW, /)
  })
})

describe('a URL without a page', () => {
  it('returns the shell with status 404 for the renderer', async () => {
    for (const path of ['/nowhere', '/car', '/dashboard/nowhere', '/reviews/1/edit/2']) {
      const { status, markup } = await open(path)
      expect([path, status]).toEqual([path, 404])
      expect(readPage(markup)).toMatchObject({ title: 'Not found · Kerblight', meta: { robots: 'noindex' } })
      expect(markup).toContain('<div id="root"></div>')
    }
  })

  it('shows the error without JavaScript, too', async () => {
    for (const [path, phrases] of [
      ['/nowhere', 'Not found'],
      ['/car/gone', 'This car is no longer listed'],
    ] as const)
      expect((await open(path)).markup).toMatch(
        new RegExp(`<noscript>.*<h1>${phrases}</h1>.*</noscript>`, 's'),
      )
  })

  it('does not return the shell for a file name', async () => {
    for (const path of [
      '/assets/index-gone.js',
      '/assets/gone',
      '/gone.png',
      '/sitemap-2.xml',
      '/sitemap-0.xml',
    ])
      expect([path, (await open(path)).status, (await open(path)).markup]).toEqual([path, 404, 'Not found'])
    const asset = await open('/assets/index-abc.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
    expect(asset.headers.get('content-security-policy')).toBeNull()
  })
})

describe('the sitemap', () => {
  it('lists only the public pages and all listed cars', async () => {
    const listed = await buildCar(server.ctx, seller.id, { posted_at: '2026-03-04T23:30:00.000Z' })
    const goneCars = await Promise.all(
      (['sold', 'withdrawn'] as const).map((state) => buildCar(server.ctx, seller.id, { state })),
    )
    const response = await open('/sitemap.xml')
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/xml; charset=utf-8',
    ])
    const entries = entriesOf(response.markup)
    for (const path of ['/', '/search', '/blogs', '/reviews', '/privacy', '/terms', '/search?category=Tesla'])
      expect(entries.get(SITE + path)).toBe('')
    expect(entries.get(`${SITE}/car/${listed}`)).toBe('2026-03-04')
    for (const id of goneCars) expect(entries.has(`${SITE}/car/${id}`)).toBe(false)
    for (const url of entries.keys()) expect(url).not.toMatch(/login|dashboard|newsletter|:\w+$|\/cars\//)
    await server.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', listed).execute()
    expect(entriesOf((await open('/sitemap.xml')).markup).has(`${SITE}/car/${listed}`)).toBe(false)
  })

  it('lists only existing pages', async () => {
    for (const url of entriesOf((await open('/sitemap.xml')).markup).keys()) {
      const { status, canonical } = await loadPage(url.slice(SITE.length))
      expect([url, status, canonical]).toEqual([url, 200, url])
    }
  })

  it('is an index of parts once there are too many cars for one file, with each car in one part', async () => {
    const { ctx } = server
    const index = await renderSitemap(ctx, 3)
    const partUrls = [...index.matchAll(/<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)].map(([, url]) => url!)
    expect(index).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<sitemapindex xmlns="[^"]+">\n/)
    expect(partUrls[0]).toBe(`${SITE}/sitemap-pages.xml`)
    const pagesPart = entriesOf((await open('/sitemap-pages.xml')).markup)
    const urls = [...pagesPart.keys()]
    for (const url of partUrls.slice(1)) {
      const partXml = await renderSitemapPart(ctx, Number(/-(\d+)\.xml$/.exec(url)![1]), 3)
      const entries = entriesOf(partXml!)
      expect(entries.size).toBeLessThanOrEqual(3)
      urls.push(...entries.keys())
    }
    const allEntries = [...entriesOf(await renderSitemap(ctx)).keys()]
    expect(partUrls.length).toBeGreaterThan(2)
    expect(urls.toSorted()).toEqual(allEntries.toSorted())
  })
})

describe('robots.txt', () => {
  it('names the sitemap and blocks the dashboard and API, except public data and feeds', async () => {
    const { headers, markup } = await open('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const lines = markup.split('\n')
    expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`)
    const rules = lines.flatMap((line) => [...line.matchAll(/^(Allow|Disallow): (.+)$/g)])
    const isAllowed = (path: string) =>
      rules
        .filter(([, , prefix]) => path.startsWith(prefix!))
        .toSorted((a, b) => b[2]!.length - a[2]!.length)[0]?.[1] !== 'Disallow'
    for (const path of ['/', '/search', '/car/1', '/api/cars/1', '/api/category', '/api/feed-files/x.csv'])
      expect([path, isAllowed(path)]).toEqual([path, true])
    for (const path of ['/dashboard', '/dashboard/mycars', '/api/users', '/api/feeds', '/api/docs'])
      expect([path, isAllowed(path)]).toEqual([path, false])
  })
})

/**
 * Returns the last modification dates in a sitemap, by URL. Throws unless the document is exactly as the
 * protocol requires.
 */
function entriesOf(xml: string): Map<string, string> {
  const entry = String.raw`<url><loc>([^<>"'\s]+)</loc>(?:<lastmod>(\d{4}-\d\d-\d\d)</lastmod>)?</url>\n`
  const document = new RegExp(
    String.raw`^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http://www\.sitemaps\.org/schemas/sitemap/0\.9">\n(?:${entry})+</urlset>\n$`,
  )
  expect(xml).toMatch(document)
  const entries = [...xml.matchAll(new RegExp(entry, 'g'))]
  expect(new Set(entries.map(([, url]) => url)).size).toBe(entries.length)
  return new Map(entries.map(([, url, day]) => [unescapeText(url!), day ?? '']))
}
