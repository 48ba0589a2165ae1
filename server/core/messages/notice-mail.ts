import type { MessageKind } from '../../../contract/messages.ts'
import { siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { html, phoneHtml } from '../../http/html.ts'

import { isPhotograph, jpegUrl, getPublicPhotoUrl } from '../../gateways/images/photo-addresses.ts'
import { mailDocument } from './mail-document.ts'

/** Content that a notification's in-app message and its email share. */
export interface NoticeContent {
  kind: MessageKind
  subject: string
  body: string
  /** The path of the page that the notification links to, such as `/dashboard/sales`. */
  link: string
  /** Facts shown only in the email, below the text, such as `['Phone', '555-0100']`. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** The next step as a sentence, shown only in the email. */
  nextStep?: string
  /** The path of a page that shows the same without JavaScript or a sign-in, linked only in the email. */
  readOnlyLink?: string
}

/** The reason for each kind of notification, shown at the end of its email. */
const reasons: Record<MessageKind, string> = {
  receipt: 'you bought this car',
  sold: 'you sold this car',
  refunded: 'you bought or sold this car',
  disputed: 'you manage payments',
  deal: 'you bought or sold this car',
  payout: 'you sell cars',
  'hold-lost': 'you were paying for this car',
  'price-changed': 'this car is on your purchase list',
  verified: 'you sell cars',
  'taken-down': 'you sell cars',
  'put-back': 'you sell cars',
  'in-review': 'you sell cars',
  'to-review': 'you manage cars',
  'same-photo': 'you manage cars',
  approved: 'you sell cars',
  'report-decided': 'you reported this car',
  feed: 'you have a feed',
  search: 'you saved a search',
  shortlist: 'this car is on The Kerb of your account',
  account: 'you have an account',
}

const READ_ONLY_HINT = 'Don’t forward this link: for 90 days, it shows your deal without signing in.'

/**
 * Builds a notification's email as plain text and HTML.
 * @param photo the stored URL of the car's first photo, or null if the car has none
 */
export function composeNotice(
  { kind, subject, body, link, facts = [], nextStep, readOnlyLink }: NoticeContent,
  photo: string | null,
  { publicUrl, contact }: Pick<Config, 'publicUrl' | 'contact'>,
): { subject: string; body: string; html: string } {
  const detailsUrl = publicUrl + link
  const readOnlyUrl = readOnlyLink === undefined ? null : publicUrl + readOnlyLink
  const reason = `You’re getting this email because ${reasons[kind]} on ${siteName}.`
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  const photoUrl = photo !== null && isPhotograph(photo) ? getPublicPhotoUrl(photo, publicUrl) : null
  return {
    subject,
    body: [
      body,
      lines,
      nextStep && `Next step: ${nextStep}`,
      `Details: ${detailsUrl}`,
      readOnlyUrl && `Without JavaScript: ${readOnlyUrl}\n${READ_ONLY_HINT}`,
      `-- \n${reason}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: mailDocument({
      publicUrl,
      title: subject,
      content: html`<h1>${subject}</h1>
        ${
          photoUrl &&
          html`<img class="photo" src="${jpegUrl(photoUrl, publicUrl)}" width="512" alt="Photo of the car" />`
        }
        <p>${body}</p>
        ${
          facts.length > 0
            ? html`<table class="facts">
                ${facts.map(
                  ([label, value]) =>
                    html`<tr>
                      <th scope="row">${label}</th>
                      <td>${label === 'Phone' ? phoneHtml(value) : value}</td>
                    </tr>`,
                )}
              </table>`
            : null
        }
        ${nextStep ? html`<p><strong>Next step:</strong> ${nextStep}</p>` : null}
        <p><a class="button" href="${detailsUrl}">View details</a></p>
        ${readOnlyUrl && html`<p><a href="${readOnlyUrl}">View without JavaScript</a>. ${READ_ONLY_HINT}</p>`}`,
      footer: html`<p>${reason}</p>
        <p>
          <a href="${publicUrl}">${siteName}</a>${
            contact.email && html` · <a href="mailto:${contact.email}">${contact.email}</a>`
          }
        </p>`,
    }),
  }
}
