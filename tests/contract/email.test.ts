import { fc } from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { email } from '../../contract/api/fields.ts'

const part = fc.stringMatching(/^[a-z0-9._+-]{1,20}$/)
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
const address = fc
  .tuple(part, fc.array(label, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-z]{2,8}$/))
  .map(([local, labels, top]) => `${local}@${[...labels, top].join('.')}`)

describe('an email address', () => {
  it('stays unchanged when parsed', () => {
    for (const typed of fc.sample(address, 200)) expect(email.parse(typed)).toBe(typed)
  })

  it('consists of printable ASCII characters without uppercase letters if it is accepted', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc
        .tuple(address, fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }))
        .map(([typed, offset, inserted]) => {
          const index = offset % (typed.length + 1)
          return typed.slice(0, index) + inserted + typed.slice(index)
        }),
    )
    for (const typed of fc.sample(anything, 1000)) {
      const parsed = email.safeParse(typed)
      // An accepted email address remains as typed, and consists of printable ASCII characters without
      // uppercase letters.
      if (parsed.success) expect([parsed.data, /^[!-@[-~]+$/.test(typed)]).toEqual([typed, true])
      else expect(parsed.error.issues[0]!.path).toEqual([])
    }
  })

  it.each([
    ['capital letters', 'Anna@example.com', 'Please check the Email: use lowercase letters.'],
    ['a space before it', ' anna@example.com', 'Please check the Email: remove the spaces.'],
    [
      'a no-break space before it',
      '\u00a0anna@example.com',
      'Please check the Email: use letters from a to z, not the character U+00A0.',
    ],
    [
      'a zero-width space',
      'anna\u200b@example.com',
      'Please check the Email: use letters from a to z, not the character U+200B.',
    ],
    [
      'fullwidth letters',
      'ａnna@example.com',
      'Please check the Email: use letters from a to z, not “ａ” (U+FF41).',
    ],
    [
      'a Kelvin sign',
      '\u212aim@example.com',
      'Please check the Email: use letters from a to z, not “\u212a” (U+212A).',
    ],
    [
      'a dotless i',
      'k\u0131m@example.com',
      'Please check the Email: use letters from a to z, not “ı” (U+0131).',
    ],
    [
      'a letter of another script',
      'аnna@example.com',
      'Please check the Email: use letters from a to z, not “а” (U+0430).',
    ],
    [
      'an emoji',
      'anna😀@example.com',
      'Please check the Email: use letters from a to z, not “😀” (U+1F600).',
    ],
    ['no at sign', 'anna.example.com', 'Please check the Email'],
    ['two at signs', 'a@b@example.com', 'Please check the Email'],
    ['a host without a dot', 'anna@example', 'Please check the Email'],
    [
      'a line break',
      'anna@example.com\n',
      'Please check the Email: use letters from a to z, not the character U+000A.',
    ],
    ['nothing', '', 'Please check the Email'],
  ])('is rejected with %s', (_, typed, message) => {
    const { error } = email.safeParse(typed)
    expect(error!.issues).toHaveLength(1)
    expect(error!.issues[0]!.message.slice(0, message.length)).toBe(message)
  })

  it.each([
    'anna.b+cars@mail.example.co.uk',
    "o'hara@example.ie",
    'a@xn--exmple-cua.com',
    'x_1@1.example.org',
  ])('can be %s', (typed) => expect(email.parse(typed)).toBe(typed))

  it('is at most 254 characters long', () => {
    const typed = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.com`
    expect(email.safeParse(typed).error!.issues.map(({ message }) => message)).toEqual([
      'Use at most 254 characters.',
    ])
  })
})
