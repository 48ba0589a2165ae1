import { formatNumber } from '../../../contract/number-format.ts'
import { toPublicState } from '../../../contract/cars/car-life.ts'
import { formatMoney, PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { pagePath, pages, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config/config.ts'
import { composeAlertMail, summarizeCars } from '../../core/messages/alert-mail.ts'
import type { ShortlistNews } from './shortlist-alert.repository.ts'

/**
 * Builds the notification about changes of shortlisted cars.
 * @param news about at least one car
 */
export function composeShortlistMessage(news: readonly ShortlistNews[]) {
  const [first, ...others] = news
  const subject =
    others.length > 0
      ? `${formatNumber(news.length)} changes on ${pages.shortlist.title}`
      : `${describeNews(first!)}: ${[first!.name, ...formatNewsPrices(first!)].join(', ')}`
  const body = summarizeCars(news.map((item) => `${item.name} (${formatNewsDetail(item)})`))
  return { subject, body, link: pages.shortlist.path }
}

/**
 * Builds the email about changes of shortlisted cars.
 * @param news about at least one car
 */
export function composeShortlistMail(
  news: readonly ShortlistNews[],
  { subject, token }: { subject: string; token: string },
  config: Pick<Config, 'publicUrl' | 'contact'>,
) {
  return composeAlertMail(
    {
      subject,
      cars: news.map((item) => ({
        path: getNewsPath(item),
        name: item.name,
        detail: formatNewsDetail(item),
      })),
      all: { path: pages.shortlist.path, label: `Open ${pages.shortlist.title}` },
      reason: `You’re getting this because these cars are on ${pages.shortlist.title} of your ${siteName} account.`,
      stopPath: pagePath('stopAlerts', { token }),
    },
    config,
  )
}

function describeNews({ state, isListed, wasListed, priceMinor, formerPriceMinor }: ShortlistNews): string {
  if (!isListed) return toPublicState(state) === 'sold' ? 'Sold' : 'No longer listed'
  if (!wasListed) return 'For sale again'
  if (priceMinor === null || formerPriceMinor === null) return 'New price'
  return priceMinor < formerPriceMinor ? 'Price drop' : 'Price increase'
}

/** Returns the current price of a listed car and, if it differs, the price that the user knows. */
function formatNewsPrices({ isListed, priceMinor, formerPriceMinor }: ShortlistNews): string[] {
  if (!isListed) return []
  const prices = priceMinor === formerPriceMinor ? [priceMinor] : [priceMinor, formerPriceMinor]
  const [price, former] = prices.map((minor) => (minor === null ? PRICE_ON_REQUEST : formatMoney(minor)))
  return former === undefined ? [price!] : [price!, `was ${former}`]
}

function formatNewsDetail(news: ShortlistNews): string {
  return [describeNews(news), ...formatNewsPrices(news)].join(' · ')
}

/** Returns the path of the car's page, or of the shortlist if the car has none anymore. */
function getNewsPath({ carId, state, isListed }: ShortlistNews): string {
  const hasPage = isListed || toPublicState(state) === 'sold'
  return hasPage ? pagePath('car', { id: carId }) : pages.shortlist.path
}
