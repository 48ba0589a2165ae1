import { phoneLink } from '../../contract/phone-link.ts'
import { html, type Html } from './html.ts'

/** A number that is called by a press; what no phone can call is text. */
export function phoneHtml(phone: string): Html {
  const link = phoneLink(phone)
  return link === null ? html`${phone}` : html`<a href="${link}">${phone}</a>`
}
