import { build, Platform, type Configuration } from 'electron-builder'
import { root } from './root.ts'

export interface PackageOptions {
  /** Instead of the formats that electron-builder.yml names for this system, such as `dir`. */
  targets?: string[]
  output?: string
  /** A folder with an unpacked Electron; fetched from GitHub unless given. */
  electronDist?: string
  /** Where the installers will be published, for consoles to find newer ones. */
  updateUrl?: string | undefined
}

/** Packs the built console for this system, as electron-builder.yml says. Resolves with the files it made. */
export async function packageConsole(options: PackageOptions = {}): Promise<string[]> {
  const { output, electronDist, updateUrl } = options
  const config: Configuration = {
    ...(output && { directories: { output } }),
    ...(electronDist && { electronDist }),
    ...(updateUrl && { publish: { provider: 'generic', url: updateUrl } }),
  }
  return build({
    projectDir: root,
    targets: Platform.current().createTarget(options.targets),
    config,
    // Publishing is a step of its own, by whoever has the right to.
    publish: 'never',
  })
}
