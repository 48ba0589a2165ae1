import { expect, it } from 'vitest'
import { formatDeviceName } from '../../contract/device-name.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

it.each([
  ['Chrome on Windows', chrome],
  ['Edge on Windows', `${chrome} Edg/150.0`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
  ],
  ['A browser', ''],
])('recognizes %s', (name, userAgent) => {
  expect(formatDeviceName({ client: 'web', userAgent })).toBe(name)
})

it('recognizes the console despite its browser engine', () => {
  expect(formatDeviceName({ client: 'console', userAgent: chrome })).toBe('Kerblight console on Windows')
})
