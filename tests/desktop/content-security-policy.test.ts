import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../src-main/window/content-security-policy.ts'
import { buildConfig } from './config-factory.ts'

type Given = Parameters<typeof contentSecurityPolicy>

function directives(...args: Given): Record<string, string[]> {
  return Object.fromEntries(
    contentSecurityPolicy(...args)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  )
}

const live = buildConfig({ publicUrl: 'https://www.cars.example' })
const sandbox = buildConfig({ emulatorUrl: 'http://127.0.0.1:9099', publicUrl: 'http://localhost:4000' })

describe("the console's content security policy", () => {
  it('runs only our own scripts', () => {
    expect(directives('https://cars.example', live)).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'object-src': ["'none'"],
    })
  })

  it.each([
    ['https://cars.example', live],
    ['http://localhost:4000', sandbox],
    ['http://localhost:4000', null],
  ] as Given[])('allows connections only to the API: %s', (apiOrigin, config) => {
    expect(directives(apiOrigin, config)['connect-src']).toEqual(["'self'", apiOrigin])
  })

  it('allows photos from the web’s address and the photo host', () => {
    const config = buildConfig({ publicUrl: 'https://www.cars.example', pictureHosts: ['https://i.ibb.co'] })
    expect(directives('https://cars.example', config)['img-src']).toEqual([
      "'self'",
      'data:',
      'blob:',
      'https://cars.example',
      'https://lh3.googleusercontent.com',
      'https://www.cars.example',
      'https://i.ibb.co',
    ])
  })

  it('allows no connections before a server is chosen', () => {
    expect(directives(null, null)['connect-src']).toEqual(["'self'"])
  })

  it('never allows inline code or every host', () => {
    const inputs: Given[] = [
      ['https://cars.example', live],
      ['http://localhost:4000', sandbox],
      ['http://localhost:4000', null],
      [null, null],
    ]
    for (const each of inputs) expect(contentSecurityPolicy(...each)).not.toMatch(/unsafe|(^| )\*|https: /)
  })
})
