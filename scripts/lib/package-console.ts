import { build, Platform, type Configuration } from 'electron-builder'
import { expected } from '../bootstrap/print.cjs'
import { root } from './root.ts'
import type { Signing } from './signing.ts'

export interface PackageOptions {
  /**
   * Package formats to build, such as `dir`, instead of those that electron-builder.yml lists for this
   * operating system.
   */
  targets?: string[]
  output?: string
  /** A folder with an unpacked Electron. If omitted, Electron is downloaded from GitHub. */
  electronDist?: string
  /** The URL where the installers will be published and where consoles look for updates. */
  updateUrl?: string | undefined
  signing?: Signing
}

/**
 * Packages the built console for this operating system, as configured in electron-builder.yml. Resolves with
 * the created files. If Electron cannot be downloaded, the error explains what to do.
 */
export async function packageConsole(options: PackageOptions = {}): Promise<string[]> {
  const { output, electronDist, updateUrl, signing } = options
  const config: Configuration = {
    ...signing?.config,
    ...(output && { directories: { output } }),
    ...(electronDist && { electronDist }),
    ...(updateUrl && { publish: { provider: 'generic', url: updateUrl } }),
  }
  try {
    return await build({
      projectDir: root,
      targets: Platform.current().createTarget(options.targets),
      config,
      // Packaging must not publish. Publishing is a separate step, for someone with permission to publish.
      publish: 'never',
    })
  } catch (error) {
    throw explainDownload(error)
  }
}

/**
 * Node's error codes for an unreachable host (nodejs.org/api/errors.html, common system errors; dns.html).
 */
const UNREACHABLE = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]

export function explainDownload(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined || !UNREACHABLE.includes(code)) return error
  return expected(
    `Electron can’t be downloaded: ${message}. Connect this computer to the internet, or set ELECTRON_MIRROR to a copy of ` +
      'Electron’s releases that it can reach, such as https://mirror.example/electron/.',
  )
}
