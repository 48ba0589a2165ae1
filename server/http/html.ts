import { buildPhoneLink } from '../../contract/phone-link.ts'

/** Markup that is safe to send. Only `html` should create it, as `html` escapes every inserted value. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | readonly Html[] | null

/**
 * Builds markup from a template. Values are escaped for text and quoted attributes. `Html` values are
 * inserted unchanged, lists are concatenated, and null is skipped.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1]!) + part))
}

/**
 * Builds a script element that contains data. Characters that could end the element or begin a comment are
 * escaped.
 */
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

/** Escapes text for HTML. The result is also valid in XML. */
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

export function phoneHtml(phone: string): Html {
  const link = buildPhoneLink(phone)
  return link === null ? html`${phone}` : html`<a href="${link}">${phone}</a>`
}
