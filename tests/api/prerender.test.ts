import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pages, type Page } from '../../contract/pages.ts'
import { root } from '../../scripts/lib/root.ts'
import { writePrerender } from '../../scripts/lib/write-prerender.ts'
import { builtCode, writeBuiltPage } from '../support/built-page.ts'
import { buildCar, buildPerson, buildReview, type Person } from '../support/factories.ts'
import { unescapeText } from '../support/page-head.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let builtFolder: string
let renderer: string
let server: TestServer
let seller: Person

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  builtFolder = mkdtempSync(join(root, '.cache', 'prerender-'))
  renderer = join(builtFolder, 'renderer')
  mkdirSync(join(renderer, '.vite'), { recursive: true })
  writeBuiltPage(renderer)
  writeFileSync(join(renderer, '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writePrerender(join(builtFolder, 'prerender'))
  server = await startTestServer({ renderer })
  seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Sam Seller' })
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(builtFolder, { recursive: true })
})

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  'pages/CarPage.tsx': { file: 'assets/CarPage.js', imports: ['_react.js', '_card.js', 'index.html'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_card.js'] },
}

/** Fetches a page and returns its prerendered content and the embedded responses. */
async function open(path: string, { url } = server) {
  const markup = await (await fetch(url + path)).text()
  const [, prerendered = '', responses = 'null'] =
    /<div class="prerender">(.*?)<\/div>\s*<script type="application\/json" id="responses">([^<]*)<\/script><\/div>/s.exec(
      markup,
    ) ?? []
  return { markup, prerendered: unescapeText(prerendered), responses: JSON.parse(responses) as object | null }
}

/** Returns the size of the heap after garbage collection, in bytes. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

describe('the prerender', () => {
  it('shows a car like its page, without contact details', async () => {
    const id = await buildCar(server.ctx, seller.id, {
      images: ['/images/a/large.webp'],
      contact: '555-0177',
    })
    const { prerendered, responses, markup } = await open(`/car/${id}`)
    for (const fact of ['A4 Avant 40 TFSI', '$24,900', '38,000 mi', 'Sam Seller', 'One owner, full service'])
      expect(prerendered).toContain(fact)
    expect(prerendered).toContain('src="/images/a/large.webp"')
    expect(JSON.stringify(responses)).toContain(`"_id":"${id}"`)
    for (const secret of [seller.email, '555-0177']) expect(markup).not.toContain(secret)
    // The prerender leaves lazily loaded parts to the page's code, even if an earlier request has rendered
    // them.
    const otherCar = await buildCar(server.ctx, seller.id)
    expect((await open(`/car/${otherCar}`)).prerendered).not.toContain('Sheet to print')
  })

  it('shows the cars currently for sale on the search and home pages', async () => {
    const id = await buildCar(server.ctx, seller.id, { category_name: 'BMW', model_name: 'i4 eDrive40' })
    for (const path of ['/search', '/search?category=BMW', '/search?brand=BMW&utm_source=mail']) {
      const { prerendered, responses } = await open(path)
      expect(prerendered, path).toContain('i4 eDrive40')
      expect(JSON.stringify(responses), path).toContain(id)
    }
    expect((await open('/search?category=Tesla')).prerendered).not.toContain('i4 eDrive40')
    expect((await open('/')).prerendered).toContain('1 car')
    await server.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', id).execute()
    expect((await open('/search')).prerendered).not.toContain('i4 eDrive40')
  })

  it('shows each review with its stars and author, without contact details', async () => {
    const reviewer = await buildPerson(server.ctx, { full_name: 'Rita Reader' })
    await buildReview(server.ctx, reviewer.id, { text: 'Quick and honest.', half_stars: 9 })
    const { prerendered, markup } = await open('/reviews')
    expect(prerendered).toMatch(
      /aria-label="Rated 4.5 of 5".*<svg width="90%">.*Quick and honest\..*Rita Reader/,
    )
    expect(prerendered).toContain('1 review')
    expect(markup).not.toContain(reviewer.email)
    await server.ctx.db.deleteFrom('reviews').execute()
    expect((await open('/reviews')).prerendered).toContain('No reviews yet')
  })

  it('exists for every indexable page and names the features that need JavaScript', async () => {
    const id = await buildCar(server.ctx, seller.id)
    for (const [name, page] of Object.entries<Page>(pages)) {
      if (!page.indexable) continue
      const { prerendered, markup } = await open(page.path.replace(':id', id))
      expect(prerendered, name).toContain('<h1')
      expect(markup, name).toContain('To sign in, buy, and sell, turn on JavaScript')
    }
    expect((await open('/blogs')).prerendered).toContain('Object.create(vehicle)')
    expect((await open('/privacy')).prerendered).toContain('There are no tracking cookies')
    expect((await open('/terms')).prerendered).toContain('The rules for buying and selling on Kerblight')
  })

  it('has the same contact data and sandbox notice as the page, and embeds the settings behind them', async () => {
    const { email, phone, address } = server.ctx.config.contact
    for (const path of ['/', '/login']) {
      const { prerendered, responses } = await open(path)
      for (const fact of [email, phone, address, 'Sandbox']) expect(prerendered, path).toContain(fact)
      expect(responses, path).toMatchObject({
        config: (await (await fetch(`${server.url}/api/config`)).json()) as object,
      })
    }
  })

  it('is omitted for more specific searches, missing content, and private pages', async () => {
    await open('/search')
    for (const path of [
      '/search?q=zeppelin',
      '/search?sort=priceAsc',
      '/search?category=Zastava',
      '/search?brand=Audi&brand=BMW',
      '/car/gone',
      '/nowhere',
      '/dashboard',
    ]) {
      const { markup, responses } = await open(path)
      expect(markup, path).toContain('<div id="root"></div>')
      expect(responses, path).toBeNull()
    }
  })

  it('shows form fields and buttons without making them interactive', async () => {
    const id = await buildCar(server.ctx, seller.id)
    for (const path of ['/login', '/register', '/', '/search', `/car/${id}`, '/reviews']) {
      const { prerendered } = await open(path)
      expect(prerendered, path).toContain('data-control')
      expect(prerendered, path).not.toMatch(/<(input|select|textarea|button)\b/)
    }
    expect((await open('/login')).prerendered).toContain('Password')
    expect((await open('/search?brand=Audi')).prerendered).toMatch(
      /class="select[^"]*"><span class="input" data-longest="[^"]+" data-control="field">Newest listings</,
    )
  })

  it('shows the registration text for the account type in the URL', async () => {
    expect((await open('/register')).prerendered).toContain('As a buyer')
    expect((await open('/register?account=seller')).prerendered).toContain('As a seller')
  })

  it('has links for pointers, the Tab key, and screen readers, and starts with a skip link', async () => {
    for (const path of ['/', '/search', '/login']) {
      const { prerendered } = await open(path)
      expect(prerendered, path).toMatch(/^(<link [^>]*>)*<a href="#main" class="skip-link /)
      const links = prerendered.match(/<a\b[^>]*>/g) ?? []
      expect(links.length, path).toBeGreaterThan(3)
      // A card's photo leads to the same page as its name. It is a link only for pointers and hidden from
      // assistive technology.
      for (const link of links.filter((tag) => !tag.includes('aria-hidden'))) {
        expect(link).toContain(' href="')
        expect(link).not.toContain('tabindex')
      }
    }
  })

  it('consists of the same bytes for the same responses', async () => {
    const etagOf = async (path: string) => (await fetch(server.url + path)).headers.get('etag')
    const etagBefore = await etagOf('/search')
    server.ctx.cache.drop(null)
    expect(await etagOf('/search')).toBe(etagBefore)
  })

  it('is released from memory after rendering', async () => {
    const path = `/car/${await buildCar(server.ctx, seller.id)}`
    const heapAfterRenders = async (times: number) => {
      for (let time = 0; time < times; time++) {
        server.ctx.cache.drop(null)
        expect((await open(path)).prerendered).toContain('Audi')
      }
      return usedHeap()
    }
    const heapBefore = await heapAfterRenders(10)
    const bytesPerRender = ((await heapAfterRenders(20)) - heapBefore) / 20
    expect(bytesPerRender).toBeLessThan(100_000)
  })

  it('contains no executable script or inline style from user text', async () => {
    const hostile = `</script></div><script>alert(1)</script><img src=x onerror=alert(1)> style="color:red"`
    const hostileSeller = await buildPerson(server.ctx, { account: 'seller', full_name: hostile })
    const id = await buildCar(server.ctx, hostileSeller.id, { model_name: hostile, description: hostile })
    await buildReview(server.ctx, hostileSeller.id, { text: hostile })
    for (const path of [`/car/${id}`, '/search', '/reviews', '/', '/login']) {
      const { markup, prerendered } = await open(path)
      expect(markup, path).not.toContain('<script>')
      expect(markup, path).not.toContain('<img src=x')
      expect(markup, path).not.toMatch(/ style="/)
      if (path !== '/' && path !== '/login') expect(prerendered, path).toContain(hostile)
    }
  })

  it('declares the page’s styles, and the scripts to load after the first paint', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const { markup } = await open(`/car/${id}`)
    expect(
      [...markup.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)].map(([, url]) => url),
    ).toEqual(['/assets/card.css'])
    expect(markup).toContain(
      `<script defer src="/start.js" data-code="${builtCode}" data-parts="/assets/CarPage.js /assets/card.js">`,
    )
    // No other tag may load the code earlier.
    expect(markup).not.toMatch(/modulepreload|type="module"/)
  })

  it('is absent from a page rendered by its own code, which loads immediately', async () => {
    const { markup } = await open('/forgot-password')
    expect(markup).toContain(`<script type="module" crossorigin src="${builtCode}"></script>`)
    expect(markup).not.toContain('start.js')
  })
})

// Within one process, the prerender reads from the server that rendered a page last. These tests start
// another server, so they must come last.
describe('contact data in the prerender', () => {
  const contactFields = { email: 'help@kerblight.test', phone: '503-555-0100', address: '100 Example Street' }
  const none = { email: null, phone: null, address: null, hours: null }
  const expectedTexts = {
    email: [`href="mailto:${contactFields.email}"`],
    phone: ['href="tel:', contactFields.phone],
    address: [contactFields.address],
  }

  it.each([null, 'email', 'phone', 'address'] as const)(
    'includes only the configured fields: %s',
    async (set) => {
      const contact = { ...none, ...(set && { [set]: contactFields[set] }) }
      const otherServer = await startTestServer({ renderer, config: { contact } })
      onTestFinished(() => otherServer.close())
      for (const path of ['/', '/login']) {
        const { prerendered } = await open(path, otherServer)
        expect(prerendered, path).toContain('<footer')
        expect(prerendered.includes('<address'), path).toBe(set !== null)
        for (const [name, texts] of Object.entries(expectedTexts))
          for (const text of texts)
            expect(prerendered.includes(text), `${text} in ${path}`).toBe(name === set)
      }
    },
  )
})
