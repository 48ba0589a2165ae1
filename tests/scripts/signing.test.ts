import { describe, expect, it } from 'vitest'
import { readSigning } from '../../scripts/lib/signing.ts'

const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://eus.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'kerblight',
  AZURE_SIGNING_PROFILE: 'public',
  AZURE_SIGNING_PUBLISHER: 'Kerblight Inc.',
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'secret',
}

describe('installers', () => {
  it.each([
    ['win32', {}, false],
    ['win32', { CSC_LINK: 'file.p12' }, true],
    ['win32', { WIN_CSC_LINK: 'file.p12' }, true],
    ['win32', { CSC_NAME: 'Developer ID' }, false],
    ['darwin', {}, false],
    ['darwin', { CSC_LINK: 'file.p12' }, true],
    ['darwin', { CSC_NAME: 'Developer ID Application: Kerblight Inc.' }, true],
    ['darwin', azure, false],
    ['linux', { CSC_LINK: 'file.p12', ...azure }, false],
  ] as const)('are signed on %s with %j: %s', (platform, env, isSigned) => {
    expect(readSigning(platform, env)).toEqual({ isSigned, config: {} })
  })

  it('are signed by Azure if all its settings are present', () => {
    expect(readSigning('win32', azure)).toEqual({
      isSigned: true,
      config: {
        win: {
          azureSignOptions: {
            endpoint: 'https://eus.codesigning.azure.net',
            codeSigningAccountName: 'kerblight',
            certificateProfileName: 'public',
            publisherName: 'Kerblight Inc.',
          },
        },
      },
    })
  })

  it.each(Object.keys(azure).filter((name) => name !== 'AZURE_SIGNING_ENDPOINT'))(
    'are not built if the Azure settings lack %s',
    (name) => {
      expect(() => readSigning('win32', { ...azure, [name]: '' })).toThrow(
        `Azure Trusted Signing also needs ${name}.`,
      )
    },
  )
})
