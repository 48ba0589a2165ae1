import { expect, it } from 'vitest'
import { describeConsole, type DiagnosticFacts } from '../../src-main/system/diagnostics.ts'
import { buildConfig } from './config-factory.ts'

const facts: DiagnosticFacts = {
  appVersion: '0.1.0',
  versions: { electron: '45.4.1', chrome: '148', node: '24.21.0' },
  system: 'linux x64 6.1',
  choice: { origin: 'https://cars.example', from: 'policy', problem: null, notice: null },
  config: buildConfig(),
  isReached: true,
  secretsIn: 'in use',
  viewer: { isSignedIn: true, isAdmin: true, isSeller: false },
  isRemembered: true,
  lastResponseAt: new Date('2026-11-20T16:00:00Z'),
  updates: 'off: this is a development build',
}

it('the diagnostics list the facts that support needs', () => {
  expect(describeConsole(facts).split('\n')).toEqual([
    'Kerblight console: 0.1.0',
    'Electron: 45.4.1, Chrome 148, Node 24.21.0',
    'System: linux x64 6.1',
    'Server: https://cars.example (set by policy)',
    'Server reached: yes, live',
    'Contract: console 1, server 1',
    'Signed in: user, admin',
    'Keychain: in use',
    'Google sign-in: hidden: GOOGLE_DESKTOP_CLIENT_ID and GOOGLE_DESKTOP_CLIENT_SECRET are not set on the server',
    'Last data: 2026-11-20T16:00:00.000Z',
    'Updates: off: this is a development build',
  ])
})

it('the diagnostics report problems without secrets', () => {
  const googleDesktop = { clientId: 'client-1', clientSecret: 'GOCSPX-secret' }
  const text = describeConsole({
    ...facts,
    choice: {
      origin: null,
      from: 'environment',
      problem: '"http://dealer@cars.example?key=1" is no address',
      notice: 'The policy file /etc/kerblight/policy.json is ignored: it does not belong to root.',
    },
    config: buildConfig({ googleDesktop }),
    isReached: false,
    isRemembered: false,
    lastResponseAt: null,
  })
  expect(text).toContain('Server reached: no')
  expect(text).toContain('Google sign-in: offered')
  expect(text).toContain('you’re signed out when the console closes')
  expect(text).toContain('Last data: none yet')
  expect(text).toContain('Policy: The policy file /etc/kerblight/policy.json is ignored')
  expect(text).not.toMatch(/GOCSPX|dealer@|key=1/)
})
