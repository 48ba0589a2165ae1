import type { Contact } from '../../../contract/contact.ts'
import { pagePath, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { html, type Html, phoneHtml } from '../../http/html.ts'

import { mailDocument } from '../../core/messages/mail-document.ts'
import { parseMarkup, toHtml, toPlainText } from './issue-markup.ts'

/** The part of a newsletter that an admin writes. */
export interface IssueContent {
  subject: string
  text: string
}

export interface IssueMail {
  subject: string
  body: string
  html: string
  /**
   * URL that can be opened to unsubscribe, and that accepts a POST for one-click unsubscribing (RFC 8058).
   */
  unsubscribeUrl: string
}

/** Placeholder unsubscribe token for previews and test emails. It belongs to no subscriber. */
export const NO_SUBSCRIBER = 'no-subscriber'

/**
 * Reports whether the mailing address is missing. US law (16 CFR 316) forbids commercial mail without one.
 * Sandbox mail reaches no one, so the sandbox needs no address.
 */
export function lacksAddress({ mode, contact }: Pick<Config, 'mode' | 'contact'>): boolean {
  return mode === 'live' && !contact.address
}

/**
 * Creates a function that builds an issue's mail for a subscriber token. The text is parsed only once. The
 * footer contains what US law requires of commercial mail (16 CFR 316): the sender, a postal address, and a
 * way to unsubscribe.
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
        footer: buildIssueFooter(unsubscribeUrl, publicUrl, contact),
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

function buildIssueFooter(
  unsubscribeUrl: string,
  publicUrl: string,
  { address, email, phone }: Contact,
): Html {
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
