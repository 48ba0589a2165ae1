import { siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { html } from '../../http/html.ts'
import { mailDocument } from './mail-document.ts'

/** Maximum number of cars in an email. It links to the others. */
const MAX_CARS = 10

interface AlertMail {
  subject: string
  /** The cars, each with the path of its page. */
  cars: readonly { path: string; name: string; detail: string }[]
  /** The page with all of them. */
  all: { path: string; label: string }
  /** Why the user gets the email. */
  reason: string
  stopPath: string
}

/**
 * Builds the email about several cars, with a link that stops such emails.
 * @param alert has at least one car
 */
export function composeAlertMail(
  { subject, cars, all, reason, stopPath }: AlertMail,
  { publicUrl, contact }: Pick<Config, 'publicUrl' | 'contact'>,
) {
  const shown = cars.slice(0, MAX_CARS).map(({ path, ...car }) => ({ ...car, url: publicUrl + path }))
  const count = cars.length - shown.length
  const more = count > 0 ? `and ${count} more` : null
  const allUrl = publicUrl + all.path
  const unsubscribeUrl = publicUrl + stopPath
  const address = [siteName, contact.address].filter(Boolean).join(', ')
  const body = [
    ...shown.map((car) => `${car.name}\n${car.detail}\n${car.url}`),
    more,
    `${all.label}: ${allUrl}`,
    `-- \n${reason}\nStop these emails: ${unsubscribeUrl}\n${address}`,
  ]
  return {
    subject,
    body: body.filter((part) => part !== null).join('\n\n'),
    unsubscribeUrl,
    html: mailDocument({
      publicUrl,
      title: subject,
      content: html`<h1>${subject}</h1>
        <table class="facts">
          ${shown.map(
            (car) =>
              html`<tr>
                <td><a href="${car.url}">${car.name}</a><br />${car.detail}</td>
              </tr>`,
          )}
        </table>
        ${more && html`<p>${more}</p>`}
        <p><a class="button" href="${allUrl}">${all.label}</a></p>`,
      footer: html`<p>${reason} <a href="${unsubscribeUrl}">Stop these emails</a></p>
        <p>${address}</p>`,
    }),
  }
}

/** Joins the texts about the first cars of an alert, for its notification. */
export function summarizeCars(texts: readonly string[]): string {
  const first = texts.slice(0, 3)
  const count = texts.length - first.length
  return `${first.join(', ')}${count > 0 ? `, and ${count} more` : ''}`
}
