import { expect, it } from 'vitest'
import { explainDownload } from '../../scripts/lib/package-console.ts'

it('says what to do where Electron can’t be fetched', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' })
  expect(explainDownload(cause)).toMatchObject({
    isExpected: true,
    message: expect.stringMatching(
      /^Electron can’t be downloaded: .*github\.com\. Connect .* ELECTRON_MIRROR/,
    ),
  })
})

it('leaves any other fault as it is', () => {
  const fault = new Error('No such file')
  expect(explainDownload(fault)).toBe(fault)
})
