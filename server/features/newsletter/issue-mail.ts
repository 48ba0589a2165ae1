import type { Contact } from '../../../contract/contact.ts'
import { pagePath, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { html, type Html, phoneHtml } from '../../http/html.ts'

import { mailDocument } from '../../core/messages/mail-document.ts'
import { parseMarkup, toHtml, toPlainText } from './issue-markup.ts'

/** What an admin writes. */
export interface IssueContent {
  subject: string
  text: string
}

/** What a subscriber gets. */
export interface IssueMail {
  subject: string
  /** The plain text. */
  body: string
  html: string
  /** Where it can be opened to unsubscribe, and be posted to (RFC 8058). */
  unsubscribeUrl: string
}

/** In previews and test mails: an address of nobody's. */
export const NO_SUBSCRIBER = 'no-subscriber'

/** 16 CFR 316: no commercial mail without a mailing address. What the sandbox sends reaches nobody. */
export function lacksAddress({ mode, contact }: Pick<Config, 'mode' | 'contact'>): boolean {
  return mode === 'live' && !contact.address
}

/**
 * An issue as each subscriber gets it, by their token; previews and test mails are made here, too. Its text is read
 * once for all of them. The footer
 * says what a commercial mail in the US has to (16 CFR 316): who sends it, a postal address, and how it ends.
 */
export function composeIssue(
  { subject, text }: IssueContent,
  { publicUrl, contact }: Pick<Config, 'publicUrl' | 'contact'>,
): (token: string) => IssueMail {
  const blocks = parseMarkup(text)
  const [plain, markup] = [toPlainText(blocks), toHtml(blocks)]
  return (token) => {
    const unsubscribeUrl = publicUrl + pagePath('unsubscribe', { token })
    return {
      subject,
      body: [plain, '', '-- ', ...footerLines(unsubscribeUrl, publicUrl, contact)].join('\n'),
      html: mailDocument({
        publicUrl,
        title: subject,
        content: html`<div class="text">${markup}</div>`,
        footer: footerOf(unsubscribeUrl, publicUrl, contact),
      }),
      unsubscribeUrl,
    }
  }
}

function footerLines(unsubscribeUrl: string, publicUrl: string, contact: Contact): string[] {
  return [
    `You’re getting this because you subscribed to the ${siteName} newsletter at ${publicUrl}`,
    `Unsubscribe: ${unsubscribeUrl}`,
    [siteName, contact.address].filter(Boolean).join(', '),
    ...[contact.email, contact.phone].filter((line) => line !== null),
  ]
}

function footerOf(unsubscribeUrl: string, publicUrl: string, { address, email, phone }: Contact): Html {
  return html`<p>
      You’re getting this because you subscribed to the <a href="${publicUrl}">${siteName}</a> newsletter.
      <a href="${unsubscribeUrl}">Unsubscribe</a>
    </p>
    <p>
      ${siteName}${address && html`, ${address}`}${email && html` · <a href="mailto:${email}">${email}</a>`}${
        phone && html` · ${phoneHtml(phone)}`
      }
    </p>`
}
