import { phoneLink } from '../../contract/phone-link.ts'

/** Markup that is safe to send: made by `html`, which escapes every value put into it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | readonly Html[] | null

/**
 * A template whose values are escaped, between tags and in quoted attributes alike; markup goes in as it is, lists one
 * after another, and null leaves nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, at) => text + render(values[at - 1]!) + part))
}

/** For scripts that are data: no character is left that could end the element or begin a comment. */
export function jsonScript(type: string, data: unknown, id: string | null = null): Html {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const attributes = id === null ? html`type="${type}"` : html`type="${type}" id="${id}"`
  return html`<script ${attributes}>
    ${new Html(json)}
  </script>`
}

/** Also fit for XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}

/** A number that is called by a press; what no phone can call is text. */
export function phoneHtml(phone: string): Html {
  const link = phoneLink(phone)
  return link === null ? html`${phone}` : html`<a href="${link}">${phone}</a>`
}
