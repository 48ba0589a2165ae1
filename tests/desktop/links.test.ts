import { describe, expect, it } from 'vitest'
import { ownPath, pathOfLink } from '../../contract/desktop/desktop-links.ts'
import {
  contactAddress,
  externalAddress,
  mapAddress,
  payoutAddress,
  recallAddress,
} from '../../src-main/links/external-addresses.ts'

const id = 'Zm9vYmFyYmF6cXV4MTIzNA'

describe('a kerblight:// link', () => {
  it.each([
    [`kerblight://car/${id}`, `/car/${id}`],
    [`KERBLIGHT://car/${id}/`, `/car/${id}`],
    ['kerblight://dashboard/reports', '/dashboard/reports'],
    [`kerblight://dashboard/reports?open=${id}`, `/dashboard/reports?open=${id}`],
    [`kerblight:///dashboard/mycars/${id}/edit`, `/dashboard/mycars/${id}/edit`],
    ['kerblight://cars/Tesla', '/cars/Tesla'],
    ['kerblight://', '/'],
  ])('%s opens %s', (link, path) => {
    expect(pathOfLink(link)).toBe(path)
  })

  it.each([
    `https://car/${id}`,
    'kerblight:dashboard',
    'kerblight://login',
    'kerblight://register',
    `kerblight://newsletter/${id}`,
    `kerblight://dashboard/payment/${id}`,
    'kerblight://nowhere',
    'kerblight://dashboard/../login',
    'kerblight://dashboard/%2e%2e/login',
    'kerblight://car/..%2f..%2flogin',
    `kerblight://car/${id}?token=eyJhbGciOi`,
    `kerblight://dashboard/reports?open=${id}&next=/login`,
    'kerblight://dashboard/reports?open=',
    `kerblight://dashboard/reports#${id}`,
    'kerblight://user:secret@dashboard',
    'kerblight://dashboard:8080/reports',
    'kerblight://car/<script>',
    'kerblight://javascript:alert(1)',
    `kerblight://car/${'x'.repeat(400)}`,
  ])('%s opens nothing', (link) => {
    expect(pathOfLink(link)).toBeNull()
  })
})

describe('a path that a notification names', () => {
  it('is either one of our pages or ignored', () => {
    expect(ownPath(`/dashboard/reports?open=${id}`)).toBe(`/dashboard/reports?open=${id}`)
    for (const path of ['https://evil.example/', '//evil.example/dashboard', 'dashboard', '/api/users', '']) {
      expect(ownPath(path), path).toBeNull()
    }
  })
})

describe('an address for the system’s browser', () => {
  const web = ['https://www.cars.example', 'https://api.cars.example']

  it.each([
    ['/dashboard/payment/1', 'https://www.cars.example/dashboard/payment/1'],
    ['https://www.cars.example/car/1', 'https://www.cars.example/car/1'],
    ['https://api.cars.example/api/docs', 'https://api.cars.example/api/docs'],
  ])('%s resolves to %s', (address, opened) => {
    expect(externalAddress(address, web)).toBe(opened)
  })

  it('may use http on this machine if the website runs there', () => {
    expect(externalAddress('/car/1', ['http://localhost:4000'])).toBe('http://localhost:4000/car/1')
  })

  it.each([
    'https://evil.example/',
    'https://www.cars.example.evil.example/',
    'https://www.cars.example@evil.example/',
    'https://user:secret@www.cars.example/',
    'http://www.cars.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'smb://cars.example/share',
    'mailto:someone@cars.example',
    'ms-msdt:/id',
    'kerblight://dashboard',
    'not an address',
    '',
  ])('%j is rejected', (address) => {
    expect(externalAddress(address, web)).toBeNull()
  })

  it('is rejected before a server is known', () => {
    expect(externalAddress('/car/1', [])).toBeNull()
  })
})

describe('a person’s contact details', () => {
  it.each([
    'mailto:bea.buyer+cars@mail.example',
    'tel:+15035550100',
    'tel:555-0100',
    'tel:5035550100;ext=12',
  ])('can be opened: %s', (address) => {
    expect(contactAddress(address)).toBe(address)
  })

  it.each([
    'mailto:bea@mail.example?body=Please%20pay&attach=/etc/passwd',
    'mailto:bea@mail.example,eve@evil.example',
    'mailto:bea@mail.example%0d%0aBcc:eve@evil.example',
    'tel:*21*5550100#',
    'tel:1;ext=2',
    'tel:5035550100;ext=2;phone-context=evil.example',
    'sms:5550100',
    'https://evil.example',
  ])('cannot be opened: %s', (address) => {
    expect(contactAddress(address)).toBeNull()
  })
})

describe('a map for the system’s browser', () => {
  it('shows a place', () => {
    const address = 'https://www.google.com/maps/search/?api=1&query=Pier%2039%2C%20gate%202'
    expect(mapAddress(address)).toBe(address)
    expect(mapAddress(`${address}&key=secret#top`)).toBe(address)
  })

  it.each([
    'https://www.google.com/maps/search/?api=1',
    'https://www.google.com/maps/search/?api=1&query=',
    `https://www.google.com/maps/search/?api=1&query=${'x'.repeat(201)}`,
    'https://www.google.com/url?q=https://evil.example&query=x',
    'https://www.google.com/maps/search/../../url?query=x',
    'https://www.google.com.evil.example/maps/search/?query=x',
    'https://user:secret@www.google.com/maps/search/?query=x',
    'http://www.google.com/maps/search/?query=x',
    'javascript:alert(1)',
  ])('is rejected for %s', (address) => {
    expect(mapAddress(address)).toBeNull()
  })
})

describe('NHTSA’s page for recalls', () => {
  it('opens without additions to its address', () => {
    const address = 'https://www.nhtsa.gov/recalls'
    expect(recallAddress(address)).toBe(address)
    for (const other of [
      `${address}?vin=1`,
      `${address}/x`,
      `${address}.evil.example`,
      'http://www.nhtsa.gov/recalls',
    ])
      expect(recallAddress(other)).toBeNull()
  })
})

describe('Stripe’s pages on which sellers set up payouts', () => {
  it.each(['https://connect.stripe.com/setup/e/acct_1/x', 'https://accounts.stripe.com/r/acct_1#alu_test'])(
    'can be opened: %s',
    (address) => {
      expect(payoutAddress(address, null)).toBe(address)
    },
  )

  it.each([
    'http://connect.stripe.com/setup',
    'https://connect.stripe.com.example/setup',
    'https://user@connect.stripe.com/setup',
    'https://stripe.com/',
    'http://127.0.0.1:4851/connect',
    '/setup',
  ])('cannot be opened: %s', (address) => {
    expect(payoutAddress(address, null)).toBeNull()
  })

  it('are limited to the sandbox’s pages in the sandbox', () => {
    const script = 'http://127.0.0.1:4851/v3/'
    expect(payoutAddress('http://127.0.0.1:4851/connect/x', script)).toBe('http://127.0.0.1:4851/connect/x')
    expect(payoutAddress('https://connect.stripe.com/setup', script)).toBeNull()
  })
})
