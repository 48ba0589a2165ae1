import { statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findBarriers } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, useToken } from '../support/e2e.ts'
import { expectToFit } from './dashboard-steps.ts'
import { listCar, payFor, putOnList } from './market.ts'

/** Sells a car that may be returned, and opens the deal as its seller and its buyer. */
async function openSale(seller: Page, buyer: Page, baseURL: string) {
  const sellerAccount = await newAccount(baseURL, 'seller', 'Sam Seller')
  const buyerAccount = await newAccount(baseURL, 'buyer', 'Bea Buyer')
  const car = await listCar(baseURL, sellerAccount.token, {
    returns: '3 days',
    mileage: 38_000,
    mileageUnit: 'mi',
  })
  const item = await putOnList(baseURL, buyerAccount.token, car._id)
  await payFor(baseURL, buyerAccount.token, item)
  const path = `/dashboard/deals/${item._id}`
  await useToken(seller.context(), sellerAccount.token)
  await seller.goto(path)
  await useToken(buyer.context(), buyerAccount.token)
  await buyer.goto(baseURL + path)
  return { path, id: item._id, sellerToken: sellerAccount.token }
}

const documentsOf = (page: Page) => page.getByRole('region', { name: 'Documents' })
const statusOf = (page: Page) => page.getByRole('region', { name: 'Deal', exact: true }).getByRole('status')

async function prepareDocuments(seller: Page) {
  const documents = documentsOf(seller)
  await documents.getByRole('button', { name: 'Prepare the documents' }).click()
  await documents.getByRole('radio', { name: 'It is the actual mileage' }).check()
  await documents.getByLabel('Title status').selectOption('Clean')
  await documents.getByRole('radio', { name: 'Sold as is, without a warranty' }).check()
  await documents.getByRole('button', { name: 'Save documents' }).dblclick()
  await expect(documents.getByText('Bill of sale', { exact: true })).toBeVisible()
}

async function sign(page: Page, name: string) {
  const documents = documentsOf(page)
  await documents.getByLabel('Your full name').fill(name)
  await documents.getByRole('button', { name: 'Sign', exact: true }).dblclick()
  await expect(documents.getByLabel('Your full name')).toHaveCount(0)
}

test('the seller prepares the documents, both sign, and a change asks for new signatures', async ({
  page: seller,
  baseURL,
  secondContext,
}) => {
  test.slow()
  const buyer = await (await secondContext()).newPage()
  const { id, sellerToken } = await openSale(seller, buyer, baseURL!)
  const [sellersPart, buyersPart] = [documentsOf(seller), documentsOf(buyer)]

  await test.step('the form starts with known details and loses nothing', async () => {
    await expect(buyersPart).toContainText('Once Sam Seller has entered the details')
    await sellersPart.getByRole('button', { name: 'Prepare the documents' }).click()
    await expect(sellersPart.getByLabel('Name on the title')).toHaveValue('Sam Seller')
    await expect(sellersPart.getByLabel('Reading at the handover')).toHaveValue('38,000')
    await sellersPart.getByLabel('Reading at the handover').fill('38020')
    await sellersPart.getByRole('radio', { name: 'Sold with a warranty' }).check()
    await sellersPart.getByRole('button', { name: 'Save documents' }).click()
    await expect(sellersPart.getByText('Choose what is true.')).toBeVisible()
    await expect(sellersPart.getByText('Choose a status, or Unknown.')).toBeVisible()
    await expect(sellersPart.getByText('Describe the warranty: what it covers')).toBeVisible()
    await seller.getByRole('link', { name: 'My sales' }).first().click()
    await seller.getByRole('button', { name: 'Keep editing' }).click()
    seller.once('dialog', (dialog) => void dialog.accept())
    await seller.reload()
    await expect(sellersPart.getByText('We restored your unsaved changes')).toBeVisible()
    await expect(sellersPart.getByLabel('Reading at the handover')).toHaveValue('38,020')
    expect(await findBarriers(seller)).toEqual([])
    await sellersPart.getByRole('button', { name: 'Cancel' }).click()
    await seller.getByRole('button', { name: 'Discard changes' }).click()
    await prepareDocuments(seller)
  })

  await test.step('both parties read and sign, and see each other’s signature', async () => {
    await buyersPart.getByText('Odometer statement', { exact: true }).click()
    await expect(buyersPart.getByText('It is the actual mileage')).toBeVisible()
    await buyersPart.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(buyersPart.getByText('Type your full name.')).toBeVisible()
    expect(await findBarriers(buyer)).toEqual([])
    await sign(buyer, 'Bea B. Buyer')
    await expect(sellersPart.getByText('Bea B. Buyer')).toBeVisible()
    await sign(seller, 'Sam Seller')
    for (const part of [sellersPart, buyersPart]) await expect(part.getByText('Signed by both')).toBeVisible()
  })

  await test.step('the documents are a PDF file', async () => {
    const download = buyer.waitForEvent('download')
    await buyersPart.getByRole('button', { name: 'Download PDF' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    expect(statSync(await file.path()).size).toBeGreaterThan(1000)
  })

  await test.step('a change requires both parties to sign again', async () => {
    await sellersPart.getByRole('button', { name: 'Change the details' }).click()
    await expect(sellersPart.getByText('both of you have to sign again')).toBeVisible()
    await sellersPart.getByLabel('Lien holder').fill('First Bank')
    await sellersPart.getByRole('button', { name: 'Save documents' }).click()
    await expect(sellersPart.getByText('Signed an earlier version on')).toHaveCount(2)
    await expect(buyersPart.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
  })

  await test.step('a signer sees changes to the documents before signing', async () => {
    const { facts } = await apiCall<{ facts: object }>(baseURL!, 'GET', `/deals/${id}/documents`, sellerToken)
    await buyersPart.getByLabel('Your full name').fill('Bea B. Buyer')
    await apiCall(baseURL!, 'PUT', `/deals/${id}/documents`, sellerToken, { ...facts, lienHolder: '' })
    await expect(buyersPart.getByText('The documents have changed since you opened them')).toBeVisible()
    await buyersPart.getByRole('button', { name: 'I’ve read the changes' }).click()
    await sign(buyer, 'Bea B. Buyer')
  })
})

test('the buyer returns the car, and the seller refunds the payment', async ({
  page: seller,
  baseURL,
  secondContext,
}) => {
  const buyer = await (await secondContext()).newPage()
  await openSale(seller, buyer, baseURL!)
  await expect(buyer.getByText('You can return the car within 3 days after the handover.')).toBeVisible()
  await buyer.getByRole('button', { name: 'I have the car' }).click()
  await buyer.getByRole('button', { name: 'Yes, I have the car' }).click()
  const offer = buyer.getByRole('region', { name: 'Return', exact: true })
  await expect(offer).toContainText(/You can return the car until \w{3}, \w{3} \d+, .*M/)
  await expect(seller.getByText(/^Bea Buyer can return the car until/)).toBeVisible()

  await offer.getByRole('button', { name: 'Return the car' }).click()
  const dialog = buyer.getByRole('dialog', { name: 'Return the car?' })
  await expect(dialog).toContainText('we refund $24,900 to your card')
  expect(await findBarriers(buyer)).toEqual([])
  await dialog.getByLabel('Is something wrong with the car?').fill('The clutch slips.')
  await dialog.getByRole('button', { name: 'Return the car' }).dblclick()
  await expect(statusOf(buyer)).toContainText('Bring the car back to Sam Seller.')
  await expect(buyer.getByText('Being returned', { exact: true })).toBeVisible()

  const request = seller.getByRole('region', { name: 'Return', exact: true })
  await expect(request).toContainText('The clutch slips.')
  await request.getByRole('button', { name: 'The car is back: refund the buyer' }).click()
  const question = seller.getByRole('alertdialog', { name: 'Refund $24,900 to Bea Buyer?' })
  await question.getByRole('button', { name: 'Refund $24,900' }).click()
  await expect(statusOf(seller)).toContainText('We refunded $24,900 to the buyer.', { timeout: 20_000 })
  await expect(statusOf(buyer)).toContainText('We refunded $24,900 to your card.')
})

test(
  'the documents fit on the smallest screen',
  { tag: '@full' },
  async ({ page: seller, baseURL, secondContext }) => {
    const buyer = await (await secondContext()).newPage()
    const { path } = await openSale(seller, buyer, baseURL!)
    await prepareDocuments(seller)
    await seller.getByText('Bill of sale', { exact: true }).click()
    await expectToFit(seller, path)
  },
)
