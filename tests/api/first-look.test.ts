import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { writeFirstLook } from '../../scripts/lib/write-first-look.ts'
import { builtCode, writeBuiltPage } from '../support/built-page.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { unescapeText } from '../support/page-head.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let built: string
let server: TestServer
let seller: Person

beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  built = mkdtempSync(join(root, '.cache', 'first-look-'))
  const renderer = join(built, 'renderer')
  mkdirSync(join(renderer, '.vite'), { recursive: true })
  writeBuiltPage(renderer)
  writeFileSync(join(renderer, '.vite', 'manifest.json'), JSON.stringify(manifest))
  await writeFirstLook(join(built, 'first-look'))
  server = await startTestServer({ renderer })
  seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Sam Seller' })
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(built, { recursive: true })
})

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  'pages/CarPage.tsx': { file: 'assets/CarPage.js', imports: ['_react.js', '_card.js', 'index.html'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_card.js'] },
}

/** What stands in the root, and the answers beside it. */
async function open(path: string) {
  const markup = await (await fetch(server.url + path)).text()
  const [, look = '', answers = 'null'] =
    /<div class="first-look" aria-hidden="true">(.*?)<\/div>\s*<script type="application\/json" id="first-answers">([^<]*)<\/script><\/div>/s.exec(
      markup,
    ) ?? []
  return { markup, look: unescapeText(look), answers: JSON.parse(answers) as object | null }
}

describe('the first look', () => {
  it('of a car shows the car as its page does, without contacts', async () => {
    const id = await buildCar(server.ctx, seller.id, {
      images: '["/images/a/large.webp"]',
      contact: '555-0177',
    })
    const { look, answers, markup } = await open(`/car/${id}`)
    for (const fact of ['A4 Avant 40 TFSI', '$24,900', '38,000 mi', 'Sam Seller', 'One owner, full service'])
      expect(look).toContain(fact)
    expect(look).toContain('src="/images/a/large.webp"')
    expect(JSON.stringify(answers)).toContain(`"_id":"${id}"`)
    for (const secret of [seller.email, '555-0177']) expect(markup).not.toContain(secret)
  })

  it('of a search and of the first page shows what is for sale now', async () => {
    const id = await buildCar(server.ctx, seller.id, { category_name: 'BMW', model_name: 'i4 eDrive40' })
    for (const path of ['/search', '/search?category=BMW', '/search?brand=BMW&utm_source=mail']) {
      const { look, answers } = await open(path)
      expect(look, path).toContain('i4 eDrive40')
      expect(JSON.stringify(answers), path).toContain(id)
    }
    expect((await open('/search?category=Tesla')).look).not.toContain('i4 eDrive40')
    expect((await open('/')).look).toContain('1 car')
    await server.ctx.db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', id).execute()
    expect((await open('/search')).look).not.toContain('i4 eDrive40')
  })

  it('has the contact data and the world that the page has, and brings the settings behind them', async () => {
    const { email, phone, address } = server.ctx.config.contact
    for (const path of ['/', '/login']) {
      const { look, answers } = await open(path)
      for (const fact of [email, phone, address, 'Sandbox']) expect(look, path).toContain(fact)
      expect(answers, path).toMatchObject({
        config: (await (await fetch(`${server.url}/api/config`)).json()) as object,
      })
    }
  })

  it('is left to the browser where the address asks for more, or for what is not there', async () => {
    await open('/search')
    for (const path of [
      '/search?q=zeppelin',
      '/search?sort=priceAsc',
      '/search?category=Trabant',
      '/search?brand=Audi&brand=BMW',
      '/car/gone',
      '/nowhere',
      '/dashboard',
    ]) {
      const { markup, answers } = await open(path)
      expect(markup, path).toContain('<div id="root"></div>')
      expect(answers, path).toBeNull()
    }
  })

  it('of a form has its looks, and nothing to fill in or press before it works', async () => {
    for (const path of ['/login', '/register', '/', '/search']) {
      const { look } = await open(path)
      expect(look, path).toContain('data-control')
      expect(look, path).not.toMatch(/<(input|select|textarea|button)\b/)
    }
    expect((await open('/login')).look).toContain('Password')
  })

  it('of registering says what comes next for the account that the address has chosen', async () => {
    expect((await open('/register')).look).toContain('As a buyer')
    expect((await open('/register?account=seller')).look).toContain('As a seller')
  })

  it('has links that a pointer can use, and no stop for the Tab key', async () => {
    for (const path of ['/', '/search', '/login']) {
      const links = (await open(path)).look.match(/<a\b[^>]*>/g) ?? []
      expect(links.length, path).toBeGreaterThan(3)
      for (const link of links) expect(link).toMatch(/^<a tabindex="-1" [^>]*href="[^"]+"/)
    }
  })

  it('is the same bytes for the same answers', async () => {
    const etagOf = async (path: string) => (await fetch(server.url + path)).headers.get('etag')
    const before = await etagOf('/search')
    server.ctx.ready.drop(null)
    expect(await etagOf('/search')).toBe(before)
  })

  it('brings no script that runs and no style of its own, whatever people wrote', async () => {
    const hostile = `</script></div><script>alert(1)</script><img src=x onerror=alert(1)> style="color:red"`
    const id = await buildCar(server.ctx, seller.id, { model_name: hostile, description: hostile })
    for (const path of [`/car/${id}`, '/search', '/', '/login']) {
      const { markup, look } = await open(path)
      expect(markup, path).not.toContain('<script>')
      expect(markup, path).not.toContain('<img src=x')
      expect(markup, path).not.toMatch(/ style="/)
      if (path !== '/' && path !== '/login') expect(look, path).toContain(hostile)
    }
  })

  it('names the styles of its page, and the code for when it is painted', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const { markup } = await open(`/car/${id}`)
    expect(
      [...markup.matchAll(/<link rel="stylesheet" crossorigin href="([^"]+)"/g)].map(([, url]) => url),
    ).toEqual(['/assets/card.css'])
    expect(markup).toContain(
      `<script defer src="/start.js" data-code="${builtCode}" data-parts="/assets/CarPage.js /assets/card.js">`,
    )
    // Nothing else loads it earlier.
    expect(markup).not.toMatch(/modulepreload|type="module"/)
  })

  it('is not there for a page that is drawn by its code, which loads at once', async () => {
    const { markup } = await open('/blogs')
    expect(markup).toContain(`<script type="module" crossorigin src="${builtCode}"></script>`)
    expect(markup).not.toContain('start.js')
  })
})
