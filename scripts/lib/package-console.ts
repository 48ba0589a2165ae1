import { build, Platform, type Configuration } from 'electron-builder'
import { expected } from '../bootstrap/print.cjs'
import { root } from './root.ts'
import type { Signing } from './signing.ts'

export interface PackageOptions {
  /** Instead of the formats that electron-builder.yml names for this system, such as `dir`. */
  targets?: string[]
  output?: string
  /** A folder with an unpacked Electron; fetched from GitHub unless given. */
  electronDist?: string
  /** Where the installers will be published, for consoles to find newer ones. */
  updateUrl?: string | undefined
  signing?: Signing
}

/**
 * Packs the built console for this system, as electron-builder.yml says. Resolves with the files it made. Where Electron
 * can't be fetched it says what to do.
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
      // Publishing is a step of its own, by whoever has the right to.
      publish: 'never',
    })
  } catch (error) {
    throw explainDownload(error)
  }
}

/** What Node says where a host can't be reached (nodejs.org/api/errors.html, common system errors; dns.html). */
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
