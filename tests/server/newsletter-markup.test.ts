import { describe, expect, it } from 'vitest'
import { composeIssue } from '../../server/features/newsletter/issue-mail.ts'
import { parseMarkup, toHtml, toPlainText } from '../../server/features/newsletter/issue-markup.ts'

/** Returns the HTML without the line breaks between tags, which are invisible. */
const toMarkup = (text: string) => toHtml(parseMarkup(text)).text.replace(/>\s+/g, '>').replace(/\s+</g, '<')
const toText = (text: string) => toPlainText(parseMarkup(text))

describe('the markup of a newsletter', () => {
  it.each([
    [
      'paragraphs and line breaks',
      'One\ntwo\n\nThree',
      '<p>One<br />two</p><p>Three</p>',
      'One\ntwo\n\nThree',
    ],
    [
      'headings',
      '# Cars\n## Teslas\nThree.',
      '<h1>Cars</h1><h2>Teslas</h2><p>Three.</p>',
      'Cars\n\nTeslas\n\nThree.',
    ],
    [
      'lists, right below a paragraph too',
      'New:\n- Model 3\n* Model Y\n\nBye',
      '<p>New:</p><ul><li>Model 3</li><li>Model Y</li></ul><p>Bye</p>',
      'New:\n\n- Model 3\n- Model Y\n\nBye',
    ],
    ['bold', '**Three** Teslas', '<p><strong>Three</strong>Teslas</p>', 'Three Teslas'],
    [
      'links, in bold too',
      'See [the lot](https://cars.test/search?a=1&b=2) or **[call](https://cars.test/)**',
      '<p>See<a href="https://cars.test/search?a=1&amp;b=2">the lot</a>or<strong><a href="https://cars.test/">call</a></strong></p>',
      'See the lot (https://cars.test/search?a=1&b=2) or call (https://cars.test/)',
    ],
    [
      'bare addresses, without the sentence around them',
      'At https://cars.test/a.',
      '<p>At<a href="https://cars.test/a">https://cars.test/a</a>.</p>',
      'At https://cars.test/a.',
    ],
    ['nothing', '', '', ''],
    [
      'what only looks like a mark',
      '5 * 3 ** 2 #1 [x] (y) -z',
      '<p>5 * 3 ** 2 #1 [x] (y) -z</p>',
      '5 * 3 ** 2 #1 [x] (y) -z',
    ],
  ])('supports %s', (_, text, markup, plainText) => {
    expect(toMarkup(text)).toBe(markup)
    expect(toText(text)).toBe(plainText)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](https://a"onmouseover="alert(1))',
    '[<b>](https://a.test)',
    '**<i>x</i>**',
    '# <style>*{}</style>',
    '- </ul><iframe src=//evil.test>',
    '&lt;script&gt;',
  ])('leaves %s unchanged', (text) => {
    const markup = toMarkup(text)
    expect(markup).not.toMatch(/<(?!\/?(p|h1|h2|ul|li|strong|a|br)\b)/)
    for (const [, attributes] of markup.matchAll(/<\w+([^>]*)>/g))
      expect(attributes).toMatch(/^$|^ \/$|^ href="https?:[^"<>]*"$/)
  })

  it.each(['[', '*', '**', 'https://', '[a](https://', '# ', '\n- ', '[**'])(
    'is parsed quickly, even with thousands of %j',
    (markupChar) => {
      const text = markupChar.repeat(20_000 / markupChar.length)
      const startedAt = performance.now()
      parseMarkup(text)
      // A regular expression that backtracks would take minutes.
      expect(performance.now() - startedAt).toBeLessThan(5000)
    },
  )
})

describe('a newsletter’s mail', () => {
  const issue = { subject: 'October <at> Kerblight', text: 'Three **Teslas**.' }
  const contact = { email: 'hello@cars.test', phone: '(503) 555-0100', hours: null, address: '1 Main Street' }

  it('names its sender, origin, and unsubscribe link in both formats', () => {
    const { body, html, unsubscribeUrl } = composeIssue(issue, {
      publicUrl: 'https://cars.test',
      contact,
    })('a-token')
    expect(unsubscribeUrl).toBe('https://cars.test/newsletter/a-token')
    expect(body).toBe(
      [
        'Three Teslas.',
        '',
        '-- ',
        'You’re getting this because you subscribed to the Kerblight newsletter at https://cars.test',
        'Unsubscribe: https://cars.test/newsletter/a-token',
        'Kerblight, 1 Main Street',
        'hello@cars.test',
        '(503) 555-0100',
      ].join('\n'),
    )
    for (const part of [
      '<title>October &lt;at&gt; Kerblight</title>',
      '<strong>Teslas</strong>',
      '<a href="https://cars.test/newsletter/a-token">Unsubscribe</a>',
      'Kerblight, 1 Main Street',
      '<a href="mailto:hello@cars.test">hello@cars.test</a>',
      '<a href="tel:5035550100">(503) 555-0100</a>',
    ])
      expect(html).toContain(part)
  })

  it('omits contact details that are not set', () => {
    const none = { email: null, phone: null, hours: null, address: null }
    const { body, html } = composeIssue(issue, {
      publicUrl: 'https://cars.test',
      contact: none,
    })('a-token')
    expect(body.split('\n').at(-1)).toBe('Kerblight')
    expect(html).not.toMatch(/mailto:|tel:|null/)
  })
})
