import type { Configuration } from 'electron-builder'
import { expected } from '../bootstrap/print.cjs'

export interface Signing {
  isSigned: boolean
  /** Options for electron-builder, which reads the other settings from the environment itself. */
  config: Configuration
}

/**
 * Azure Trusted Signing options of electron-builder, by environment variable
 * (electron.build/code-signing-win).
 */
const azure = {
  AZURE_SIGNING_ENDPOINT: 'endpoint',
  AZURE_SIGNING_ACCOUNT: 'codeSigningAccountName',
  AZURE_SIGNING_PROFILE: 'certificateProfileName',
  AZURE_SIGNING_PUBLISHER: 'publisherName',
} as const
/** Environment variables that Azure's signing tool uses to authenticate as a service. */
const azureIdentity = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET']

/**
 * Reads from the environment how installers for a platform are signed. Windows installers need a certificate
 * (`CSC_LINK`, `WIN_CSC_LINK`) or Azure Trusted Signing (`AZURE_…`). On macOS, they need a certificate
 * (`CSC_LINK`) or a keychain identity (`CSC_NAME`). Linux packages carry no signature that Electron would
 * check.
 * @throws an error that names the missing Azure variables
 */
export function readSigning(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Signing {
  const isCertified = Boolean(env.CSC_LINK)
  if (platform === 'darwin') return { isSigned: isCertified || Boolean(env.CSC_NAME), config: {} }
  if (platform !== 'win32') return { isSigned: false, config: {} }
  if (!Object.keys(azure).some((name) => env[name]))
    return { isSigned: isCertified || Boolean(env.WIN_CSC_LINK), config: {} }
  const missing = [...Object.keys(azure), ...azureIdentity].filter((name) => !env[name])
  if (missing.length > 0)
    throw expected(`Azure Trusted Signing also needs ${new Intl.ListFormat('en-US').format(missing)}.`)
  const options = Object.entries(azure).map(([name, option]) => [option, env[name]!] as const)
  return {
    isSigned: true,
    config: {
      win: {
        azureSignOptions: Object.fromEntries(options) as Record<(typeof azure)[keyof typeof azure], string>,
      },
    },
  }
}
