import { figure } from '../../../contract/figure.ts'
import { formatMoney, PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { pagePath, pages, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { mailDocument } from '../../core/messages/mail-document.ts'
import { html } from '../../http/html.ts'
import type { AlertedCar } from './alert.repository.ts'

/** Maximum number of cars in an email. It links to the others. */
const MAX_CARS = 10

interface AlertedSearch {
  name: string
  query: string
  token: string
}

/**
 * Builds the notification and the email about the cars that match a saved search.
 * @param cars at least one
 */
export function composeAlert(
  { name, query, token }: AlertedSearch,
  cars: readonly AlertedCar[],
  { publicUrl, contact }: Pick<Config, 'publicUrl' | 'contact'>,
) {
  const subject = subjectOf(name, cars)
  const link = `${pages.search.path}?${query}`
  const shown = cars.slice(0, MAX_CARS).map((car) => ({
    url: publicUrl + pagePath('car', { id: car.id }),
    name: car.name,
    detail: detailOf(car),
  }))
  const count = cars.length - shown.length
  const more = count > 0 ? `and ${count} more` : null
  const unsubscribeUrl = publicUrl + pagePath('stopAlerts', { token })
  const reason = `You’re getting this because you saved the search “${name}” on ${siteName}.`
  const address = [siteName, contact.address].filter(Boolean).join(', ')
  const body = [
    ...shown.map((car) => `${car.name}\n${car.detail}\n${car.url}`),
    more,
    `All results: ${publicUrl}${link}`,
    `-- \n${reason}\nStop these emails: ${unsubscribeUrl}\n${address}`,
  ]
  return {
    message: { subject, body: summaryOf(cars), link },
    mail: {
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
          <p><a class="button" href="${publicUrl + link}">View all results</a></p>`,
        footer: html`<p>${reason} <a href="${unsubscribeUrl}">Stop these emails</a></p>
          <p>${address}</p>`,
      }),
    },
  }
}

function subjectOf(search: string, cars: readonly AlertedCar[]): string {
  const [first, ...others] = cars
  if (others.length > 0) return `${figure(cars.length)} new matches for “${search}”`
  return `${first!.reason === 'price' ? 'Price drop' : 'New match'}: ${first!.name}, ${priceOf(first!)}`
}

function summaryOf(cars: readonly AlertedCar[]): string {
  const names = cars.slice(0, 3).map((car) => `${car.name} (${priceOf(car)})`)
  const count = cars.length - names.length
  return `${names.join(', ')}${count > 0 ? `, and ${count} more` : ''}`
}

function detailOf(car: AlertedCar): string {
  const drop = car.reason === 'price' ? 'price drop' : ''
  return [priceOf(car), car.location, drop].filter((part) => part !== '').join(' · ')
}

function priceOf({ priceMinor }: AlertedCar): string {
  return priceMinor === null ? PRICE_ON_REQUEST : formatMoney(priceMinor)
}
