import { describe, expect, it } from 'vitest'
import { messageKinds } from '../../contract/messages.ts'
import { composeNotice } from '../../server/core/messages/notice-mail.ts'

const config = {
  publicUrl: 'https://cars.test',
  contact: { email: 'hello@cars.test', phone: null, hours: null, address: null },
}
const hash = 'ab'.repeat(32)
const photo = `/images/ab/${hash}-full.webp`
const receipt = {
  kind: 'receipt' as const,
  subject: 'Receipt: 2021 Audi A4, $22,900',
  body: 'You paid $22,900 for the 2021 Audi A4.',
  link: '/dashboard/purchases/1',
  facts: [
    ['Price', '$22,900'],
    ['Seller', 'Sam <b>Seller</b>'],
    ['Phone', '(503) 555-0100'],
  ] as const,
  nextStep: 'Call the seller to set a time.',
}

describe('the email of a notification', () => {
  it('has the same facts, next step, and reason in text and HTML', () => {
    const { body, html } = composeNotice(receipt, photo, config)
    expect(body).toBe(
      [
        'You paid $22,900 for the 2021 Audi A4.',
        '',
        'Price: $22,900',
        'Seller: Sam <b>Seller</b>',
        'Phone: (503) 555-0100',
        '',
        'Next step: Call the seller to set a time.',
        '',
        'Details: https://cars.test/dashboard/purchases/1',
        '',
        '-- ',
        'You’re getting this email because you bought this car on Kerblight.',
      ].join('\n'),
    )
    for (const part of [
      '<h1>Receipt: 2021 Audi A4, $22,900</h1>',
      'Sam &lt;b&gt;Seller&lt;/b&gt;',
      '<a href="tel:5035550100">(503) 555-0100</a>',
      'Call the seller to set a time.',
      'href="https://cars.test/dashboard/purchases/1"',
      'because you bought this car on Kerblight',
      'mailto:hello@cars.test',
      '<meta name="color-scheme" content="light dark" />',
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/<script|null|undefined/)
  })

  it('shows the photo as JPEG, which every email program reads, and no drawing', () => {
    expect(composeNotice(receipt, photo, config).html).toContain(
      `src="https://cars.test/images/ab/${hash}-full.jpg"`,
    )
    for (const none of [null, '/art/cars/wagon-navy-side.svg', 'data:image/png;base64,AAAA'])
      expect(composeNotice(receipt, none, config).html).not.toContain('class="photo"')
  })

  it('has a reason for each kind', () => {
    for (const kind of messageKinds) {
      const { body } = composeNotice({ kind, subject: kind, body: kind, link: '/' }, null, config)
      expect(body).toMatch(/You’re getting this email because (you|this car) .+ on Kerblight\.$/)
    }
  })
})
