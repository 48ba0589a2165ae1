import { siteName } from '../../../contract/pages.ts'
import { Html, html } from '../../http/html.ts'

/** The colors of the light and dark themes, copied from `tokens.css`, which email clients can't load. */
const light = { bg: '#f5f7f7', surface: '#ffffff', fg: '#0e1a1d', muted: '#4b5b60', line: '#d7dedf' }
const dark = { bg: '#0b1113', surface: '#12191c', fg: '#e6edee', muted: '#a4b3b7', line: '#253135' }
const button = { light: ['#0a6a66', '#ffffff'], dark: ['#3cc9bb', '#00201d'] } as const

/**
 * The embedded styles. Most email clients ignore external ones. Layout uses tables because Outlook supports
 * nothing else.
 */
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body, .page { margin: 0; background: ${light.bg}; color: ${light.fg}; }
  .page { width: 100%; padding: 24px 12px; font: 16px/1.5 Figtree, 'Segoe UI', Helvetica, Arial, sans-serif; }
  .card { width: 100%; max-width: 560px; background: ${light.surface}; border: 1px solid ${light.line}; border-radius: 14px; }
  .inside { padding: 24px; overflow-wrap: anywhere; }
  .brand { color: ${light.fg}; font-weight: 700; font-size: 18px; text-decoration: none; }
  .brand img { vertical-align: middle; }
  .below { width: 100%; max-width: 560px; }
  .photo { display: block; width: 100%; max-width: 512px; height: auto; border-radius: 10px; }
  .text { margin-top: 16px; }
  h1 { margin: 16px 0 8px; font-size: 22px; line-height: 1.25; }
  h2 { margin: 16px 0 8px; font-size: 18px; line-height: 1.3; }
  .facts { width: 100%; border-collapse: collapse; }
  .facts th, .facts td { padding: 8px 0; border-top: 1px solid ${light.line}; text-align: left; vertical-align: top; font-weight: 400; }
  .facts th { width: 38%; padding-right: 12px; color: ${light.muted}; overflow-wrap: normal; }
  a { color: ${button.light[0]}; }
  .button { display: inline-block; padding: 12px 20px; border-radius: 10px; background: ${button.light[0]}; color: ${button.light[1]}; font-weight: 700; text-decoration: none; }
  .footer { padding: 16px 24px; color: ${light.muted}; font-size: 13px; }
  @media (prefers-color-scheme: dark) {
    body, .page { background: ${dark.bg}; color: ${dark.fg}; }
    .card { background: ${dark.surface}; border-color: ${dark.line}; }
    .brand { color: ${dark.fg}; }
    .facts th, .facts td { border-color: ${dark.line}; }
    .facts th, .footer { color: ${dark.muted}; }
    a { color: ${button.dark[0]}; }
    .button { background: ${button.dark[0]}; color: ${button.dark[1]}; }
  }`

interface MailDocument {
  /** The URL that the logo links to, without a trailing slash. */
  publicUrl: string
  title: string
  content: Html
  /** The sender of the email, and the reason why the reader receives it. */
  footer: Html
}

/** Builds an email's HTML part: the logo, the content, and the reason why it was sent. */
export function mailDocument({ publicUrl, title, content, footer }: MailDocument): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <table role="presentation" class="page" cellspacing="0" cellpadding="0">
          <tr>
            <td align="center">
              <table role="presentation" class="card" cellspacing="0" cellpadding="0">
                <tr>
                  <td class="inside">
                    <a class="brand" href="${publicUrl}"
                      ><img src="${publicUrl}/art/icons/192.png" width="32" height="32" alt="" />
                      ${siteName}</a
                    >
                    ${content}
                  </td>
                </tr>
              </table>
              <table role="presentation" class="below" cellspacing="0" cellpadding="0">
                <tr>
                  <td class="footer">${footer}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text
}

const STYLE = new Html(`<style>${styles}</style>`)
