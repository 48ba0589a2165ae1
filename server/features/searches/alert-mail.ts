import { formatNumber } from '../../../contract/number-format.ts'
import { formatMoney, PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { pagePath, pages, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { composeAlertMail, summarizeCars } from '../../core/messages/alert-mail.ts'
import type { AlertedCar } from './alert.repository.ts'

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
  config: Pick<Config, 'publicUrl' | 'contact'>,
) {
  const subject = formatAlertSubject(name, cars)
  const link = `${pages.search.path}?${query}`
  const body = summarizeCars(cars.map((car) => `${car.name} (${formatAlertPrice(car)})`))
  const mail = composeAlertMail(
    {
      subject,
      cars: cars.map((car) => ({
        path: pagePath('car', { id: car.id }),
        name: car.name,
        detail: formatAlertDetail(car),
      })),
      all: { path: link, label: 'View all results' },
      reason: `You’re getting this because you saved the search “${name}” on ${siteName}.`,
      stopPath: pagePath('stopAlerts', { token }),
    },
    config,
  )
  return { message: { subject, body, link }, mail }
}

function formatAlertSubject(search: string, cars: readonly AlertedCar[]): string {
  const [first, ...others] = cars
  if (others.length > 0) return `${formatNumber(cars.length)} new matches for “${search}”`
  return `${first!.reason === 'price' ? 'Price drop' : 'New match'}: ${first!.name}, ${formatAlertPrice(first!)}`
}

function formatAlertDetail(car: AlertedCar): string {
  const drop = car.reason === 'price' ? 'price drop' : ''
  return [formatAlertPrice(car), car.location, drop].filter((part) => part !== '').join(' · ')
}

function formatAlertPrice({ priceMinor }: AlertedCar): string {
  return priceMinor === null ? PRICE_ON_REQUEST : formatMoney(priceMinor)
}
