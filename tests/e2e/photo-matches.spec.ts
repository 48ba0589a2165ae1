import sharp from 'sharp'
import type { Page } from '@playwright/test'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import { findCopiedPhotos } from '../../server/features/photos/find-copied-photos.ts'
import { call } from '../support/api-client.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { expect, test, useToken } from '../support/own-server.ts'
import type { TestServer } from '../support/server.ts'

/** Lists a car with a photo, which is the same for each size. */
async function listCar(server: TestServer, seller: Person, modelName: string, size: number) {
  const shape = '<rect x="20" y="40" width="60" height="30" fill="#f5d28c"/><circle cx="75" cy="20" r="15"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90"><rect width="120" height="90" fill="#2b6cb0"/>${shape}</svg>`
  const file = await sharp(Buffer.from(svg)).resize(size).jpeg().toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'photo.jpg')
  const upload = await call<EndpointOutput<'uploadImage'>>(server.url, 'uploadImage', {
    token: seller.token,
    query: { key: 'kerblight' },
    body: form,
  })
  const body = {
    category_name: 'BMW',
    modelName,
    selllerContact: '555-0100',
    usageTime: '2 years',
    originalPrice: '38,000',
    resellPrice: '24,900',
    images: [upload.body.data.url],
  }
  const { body: added } = await call<{ insertedId: string }>(server.url, 'addCar', {
    token: seller.token,
    body,
  })
  return added.insertedId
}

async function listCopies(page: Page, server: TestServer) {
  const admin = await buildPerson(server.ctx, { full_name: 'Ada Admin', role: 'admin' })
  const seller = await buildPerson(server.ctx, { full_name: 'Sam Seller', account: 'seller' })
  const copier = await buildPerson(server.ctx, { full_name: 'Cal Copier', account: 'seller' })
  const original = await listCar(server, seller, 'Original', 1200)
  const copy = await listCar(server, copier, 'Copy', 700)
  await findCopiedPhotos(server.ctx)
  await useToken(page.context(), admin.token)
  return { admin, original, copy }
}

test('an admin compares two cars with the same photo, and closes the pair permanently', async ({
  page,
  server,
}) => {
  const { original, copy } = await listCopies(page, server)
  await page.goto(pages.overview.path)
  const action = page.getByRole('listitem').filter({ hasText: /^Same photo: / })
  await action.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(pages.reports.path)

  const pairs = page.getByRole('region', { name: 'Two cars have the same photo' })
  for (const [name, seller, id] of [
    ['BMW Original', 'Sam Seller', original],
    ['BMW Copy', 'Cal Copier', copy],
  ] as const) {
    await expect(pairs.getByRole('link', { name })).toHaveAttribute('href', pagePath('car', { id }))
    await expect(pairs.getByText(seller)).toBeVisible()
    await expect(pairs.getByRole('img', { name })).toBeVisible()
  }
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => measureSidewaysScroll(page)).toBe(0)
  }

  await pairs.getByRole('button', { name: 'It’s fine' }).click()
  await expect(page.getByText('The pair is closed')).toBeVisible()
  await expect(pairs).toHaveCount(0)
  await server.ctx.db.updateTable('uploads').set({ compared_at: null }).execute()
  await findCopiedPhotos(server.ctx)
  await page.reload()
  await expect(page.getByText('No reports yet')).toBeVisible()
  await expect(pairs).toHaveCount(0)
})

test('a pair is listed until one of its cars is taken down', { tag: '@full' }, async ({ page, server }) => {
  const { admin, copy } = await listCopies(page, server)
  await page.goto(pages.reports.path)
  const pairs = page.getByRole('region', { name: 'Two cars have the same photo' })
  await pairs.getByRole('link', { name: 'BMW Copy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'BMW Copy' })).toBeVisible()
  await call(server.url, 'deleteAnyCar', { token: admin.token, params: { id: copy } })
  await page.goto(pages.reports.path)
  await expect(page.getByText('No reports yet')).toBeVisible()
  await expect(pairs).toHaveCount(0)
})
