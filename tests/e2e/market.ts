import { buildCarName } from '../../contract/cars/car-name.ts'
import type { PublicConfig } from '../../contract/config.ts'
import { apiCall, fetchDemoToken, newAccount, createUniqueEmail } from '../support/e2e.ts'
import { photo } from '../support/photo.ts'

/** A car that a test lists through the API, as other users would. */
export interface Listed {
  _id: string
  modelName: string
  /** The car's name as pages show it. */
  carName: string
}

export interface Bought {
  _id: string
  carID: string
  sellingPrice: string
}

/** Returns a name that occurs in no other test's rows. */
export function createUniqueModel(name = 'A4 Avant'): string {
  return `${name} ${createUniqueEmail('x').slice(2, 9)}`
}

/** Returns a query that finds only these cars, no matter how many others exist. */
export function buildModelQuery(modelName: string): string {
  return `q=${encodeURIComponent(modelName)}`
}

export async function listCar(baseURL: string, seller: string, fields: object = {}): Promise<Listed> {
  const car = {
    category_name: 'Audi',
    year: null,
    condition: 'Good',
    modelName: createUniqueModel(),
    selllerContact: '555-0100',
    usageTime: '3 years',
    originalPrice: '41,000',
    resellPrice: '24,900',
    ...fields,
  }
  const { insertedId } = await apiCall<{ insertedId: string }>(baseURL, 'POST', '/cars/add', seller, car)
  return { _id: insertedId, modelName: car.modelName, carName: buildCarName(car) }
}

/** Creates a seller with a listed car, and a buyer. */
export async function newMarket(baseURL: string) {
  const seller = await newAccount(baseURL, 'seller', 'Sam Seller')
  const car = await listCar(baseURL, seller.token)
  const buyer = await newAccount(baseURL, 'buyer', 'Bea Buyer')
  return { seller, car, buyer }
}

export async function putOnList(baseURL: string, buyer: string, carID: string): Promise<Bought> {
  const { insertedId } = await apiCall<{ insertedId: string }>(baseURL, 'POST', '/purchase', buyer, {
    carID,
    buyerContact: '555-0111',
    meetingPlace: 'Station car park',
  })
  return apiCall<Bought>(baseURL, 'GET', `/myPurchaseList/${insertedId}`, buyer)
}

/** Uploads a car photo for this user, and returns its URL. */
export async function uploadPhoto(
  baseURL: string,
  token: string,
  file?: Awaited<ReturnType<typeof photo>>,
): Promise<string> {
  const { name, mimeType, buffer } = file ?? (await photo('car.jpg', 300, 200))
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { images } = await apiCall<PublicConfig>(baseURL, 'GET', '/config')
  const response = await fetch(`${baseURL}${images.uploadUrl}?key=${images.key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { data: { display_url: string } }).data.display_url
}

/** Uploads a CSV file of cars, and returns the import's ID. */
export async function addImport(baseURL: string, token: string, csv: BlobPart): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([csv]), 'cars.csv')
  const response = await fetch(`${baseURL}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { _id: string })._id
}

/** Pays for a car with Stripe's test card, completes the sale, and returns the transaction ID. */
export async function payFor(baseURL: string, buyer: string, { _id, sellingPrice }: Bought): Promise<string> {
  const item = { purchasedItemID: _id, sellingPrice }
  const { clientSecret } = await apiCall<{ clientSecret: string }>(
    baseURL,
    'POST',
    '/create-payment-intent',
    buyer,
    item,
  )
  const transactionID = clientSecret.split('_secret_')[0]!
  const { stripe } = await apiCall<{ stripe: { script: string; publishableKey: string } }>(
    baseURL,
    'GET',
    '/config',
  )
  const confirmed = await fetch(new URL(`/v1/payment_intents/${transactionID}/confirm`, stripe.script), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      key: stripe.publishableKey,
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
    }),
  })
  if (!confirmed.ok) throw new Error(await confirmed.text())
  await apiCall(baseURL, 'POST', '/payments', buyer, { ...item, transactionID })
  return transactionID
}

/** Makes a user an admin without changing their account type. */
export async function makeAdmin(baseURL: string, token: string): Promise<void> {
  const { _id } = await apiCall<{ _id: string }>(baseURL, 'GET', '/users/me', token)
  await apiCall(baseURL, 'PUT', `/users/admin/${_id}`, await fetchDemoToken(baseURL, 'admin@kerblight.test'))
}

/** Creates an admin for one test, so that changes to the admin do not affect other tests. */
export async function newAdmin(baseURL: string, account: 'buyer' | 'seller' = 'buyer') {
  const person = await newAccount(baseURL, account, 'Ada Admin')
  await makeAdmin(baseURL, person.token)
  return person
}
