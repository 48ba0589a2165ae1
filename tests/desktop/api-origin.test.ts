import { describe, expect, it } from 'vitest'
import { readApiOrigin } from '../../src-main/api-origin.ts'
import { contentSecurityPolicy } from '../../src-main/content-security-policy.ts'

describe('the API that the console works with', () => {
  it.each([
    [undefined, 'http://localhost:4000'],
    ['https://cars.example/some/path', 'https://cars.example'],
    ['http://127.0.0.1:4300/', 'http://127.0.0.1:4300'],
    ['http://[::1]:4300', 'http://[::1]:4300'],
  ])('%s is %s', (value, origin) => {
    expect(readApiOrigin({ KERBLIGHT_API_ORIGIN: value })).toBe(origin)
  })

  it.each([
    'http://cars.example',
    'http://localhost.evil.example',
    'ftp://localhost',
    'javascript:alert(1)',
    'cars',
  ])('refuses %s', (value) => {
    expect(() => readApiOrigin({ KERBLIGHT_API_ORIGIN: value })).toThrow(/KERBLIGHT_API_ORIGIN/)
  })
})

describe("the console's content security policy", () => {
  const directives = (apiOrigin: string) =>
    Object.fromEntries(
      contentSecurityPolicy(apiOrigin)
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    )

  it('runs our own scripts only', () => {
    expect(directives('https://cars.example')).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
    })
  })

  it('talks to the API and to Firebase', () => {
    expect(directives('https://cars.example')['connect-src']).toEqual([
      "'self'",
      'https://cars.example',
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ])
  })

  it('talks to this machine only when the API is there', () => {
    expect(directives('http://localhost:4000')['connect-src']).toContain('http://127.0.0.1:*')
    expect(contentSecurityPolicy('https://cars.example')).not.toContain('127.0.0.1')
  })

  it('never allows inline code or every host', () => {
    for (const origin of ['https://cars.example', 'http://localhost:4000']) {
      expect(contentSecurityPolicy(origin)).not.toMatch(/unsafe|(^| )\*|https: /)
    }
  })
})
