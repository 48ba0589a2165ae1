import type { LockedPackage } from './locked-packages.ts'
import { allows } from './spdx.ts'

/** Licenses whose only condition is that their text is included. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** A package, or a group of packages, that is allowed although its license is not permissive. */
export interface LicenseException {
  name: RegExp
  /** License that the package states, or null if it states none. */
  license: string | null
  reason: string
}

const licenseExceptions: LicenseException[] = [
  {
    name: /^@img\/sharp-libvips-/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips, a separate library next to sharp, which anyone may replace',
  },
  {
    name: /^@img\/sharp-win32-/,
    license: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'sharp with the same libvips, for Windows',
  },
  {
    name: /^@img\/sharp-wasm32$/,
    license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'sharp with the same libvips, for systems without a build',
  },
  {
    name: /^@fontsource-variable\/figtree$/,
    license: 'OFL-1.1',
    reason: 'a font, which its license allows to be distributed with any program',
  },
  {
    name: /^png-js$/,
    license: null,
    reason: 'a dependency of pdfkit; its LICENSE is the text of MIT',
  },
  {
    name: /^@expo-google-fonts\/noto-sans$/,
    license: 'MIT AND OFL-1.1',
    reason: 'a font, which its license allows to be distributed with any program',
  },
  {
    name: /^(lightningcss(-.+)?|axe-core)$/,
    license: 'MPL-2.0',
    reason: 'tools, used unchanged; nothing of them is in what we ship',
  },
  { name: /^argparse$/, license: 'Python-2.0', reason: 'a tool of the build; permissive' },
  {
    name: /^argparse$/,
    license: 'PSF-2.0',
    reason: 'a newer version of it, in the check of the OpenAPI document',
  },
  {
    name: /^caniuse-lite$/,
    license: 'CC-BY-4.0',
    reason: 'data for the build; nothing of it is in what we ship',
  },
  { name: /^truncate-utf8-bytes$/, license: 'WTFPL', reason: 'a tool of the packaging; it asks for nothing' },
  {
    name: /^deep-freeze$/,
    license: 'public domain',
    reason: 'in the identity emulator; it asks for nothing',
  },
  {
    name: /^url-template$/,
    license: 'BSD',
    reason: 'in the identity emulator; its LICENSE is the text of BSD-3-Clause',
  },
  {
    name: /^zipcodes$/,
    license: 'BSD',
    reason: 'data that the server reads; its LICENSE is the text of BSD-3-Clause',
  },
  {
    name: /^valid-url$/,
    license: null,
    reason: 'in the identity emulator; its LICENSE is the text of MIT',
  },
  {
    name: /^humanize-number$/,
    license: null,
    reason: 'in the S3 server that tests run; its README names MIT',
  },
]

/**
 * Returns the license errors, one per line. An error is a license that is neither permissive nor excepted, or
 * an exception that is no longer needed.
 */
export function findLicenseErrors(
  packages: LockedPackage[],
  exceptions: LicenseException[] = licenseExceptions,
): string[] {
  const unused = new Set(exceptions)
  const violations: string[] = []
  for (const { name, version, license } of packages) {
    if (license !== null && allows(license, (id) => permissive.has(id))) continue
    const exception = exceptions.find((each) => each.name.test(name) && each.license === license)
    if (exception) unused.delete(exception)
    else
      violations.push(`${name} ${version} has the license ${license ?? '(none)'}, which is not allowed here`)
  }
  for (const { name } of unused) violations.push(`the exception for ${name.source} is no longer needed`)
  return violations
}
