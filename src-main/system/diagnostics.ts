import type { Viewer } from '../../contract/desktop/commands.ts'
import type { PublicConfig } from '../../contract/config.ts'
import { CONTRACT_VERSION } from '../../contract/api/version.ts'
import { redact } from './redact.ts'
import type { ApiChoice } from './settings.ts'

export interface DiagnosticFacts {
  appVersion: string
  versions: { electron?: string | undefined; chrome?: string | undefined; node?: string | undefined }
  system: string
  choice: ApiChoice
  config: PublicConfig | null
  /** If false, the settings may be outdated. */
  isReached: boolean
  secretsIn: string
  viewer: Viewer
  isRemembered: boolean | null
  updates: string
  lastResponseAt: Date | null
}

/**
 * Describes the console for support, as plain text to paste. The text contains no tokens, names, or personal
 * addresses.
 */
export function describeConsole(facts: DiagnosticFacts): string {
  const { versions, choice, config } = facts
  const lines: [name: string, value: string][] = [
    ['Kerblight console', facts.appVersion],
    [
      'Electron',
      `${versions.electron ?? '?'}, Chrome ${versions.chrome ?? '?'}, Node ${versions.node ?? '?'}`,
    ],
    ['System', facts.system],
    ['Server', `${choice.origin ?? 'none'} (set by ${choice.from ?? 'nobody'})`],
    ['Server reached', facts.isReached && config !== null ? `yes, ${config.world}` : 'no'],
    ['Contract', `console ${CONTRACT_VERSION}, server ${config?.contractVersion ?? '?'}`],
    ['Signed in', describeViewer(facts.viewer)],
    [
      'Keychain',
      facts.isRemembered === false ? 'none: you’re signed out when the console closes' : facts.secretsIn,
    ],
    ['Google sign-in', describeGoogle(config)],
    ['Last data', facts.lastResponseAt?.toISOString() ?? 'none yet'],
    ['Updates', facts.updates],
  ]
  if (choice.problem !== null) lines.push(['Problem', choice.problem])
  if (choice.notice !== null) lines.push(['Policy', choice.notice])
  return redact(lines.map(([name, value]) => `${name}: ${value}`).join('\n'))
}

function describeViewer({ isSignedIn, isAdmin, isSeller }: Viewer): string {
  if (!isSignedIn) return 'no'
  return ['user', isSeller && 'seller', isAdmin && 'admin'].filter(Boolean).join(', ')
}

function describeGoogle(config: PublicConfig | null): string {
  if (config === null) return 'unknown: can’t reach the server'
  return config.googleDesktop === null
    ? 'hidden: GOOGLE_DESKTOP_CLIENT_ID and GOOGLE_DESKTOP_CLIENT_SECRET are not set on the server'
    : 'offered'
}
