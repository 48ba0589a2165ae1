import { useEffect, useRef, useState } from 'react'

/** Links lead nowhere. */
const FRAME =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"></head><body></body></html>'

/**
 * A mail as mail programs show it, apart from the page: in a frame that runs no script and opens no window. Its content
 * is exchanged in place, so that it does not flicker while one types.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)

  useEffect(() => {
    const document = frame.current?.contentDocument
    const view = document?.defaultView
    if (!isLoaded || !view) return
    const { markup, styles } = withoutStyles(html)
    const mail = new DOMParser().parseFromString(markup, 'text/html')
    document.body.replaceChildren(...mail.body.childNodes)
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [sheet]
  }, [isLoaded, html])

  return (
    <iframe
      ref={frame}
      title="Preview of the email"
      sandbox="allow-same-origin"
      srcDoc={FRAME}
      className="h-[520px] w-full rounded-control border border-line"
      onLoad={() => setLoaded(true)}
    />
  )
}

/** The page's content security policy lets no style element apply; a style sheet made by script may. */
function withoutStyles(html: string): { markup: string; styles: string } {
  const [before = '', rest = ''] = html.split('<style>')
  const [styles = '', after = ''] = rest.split('</style>')
  return { markup: before + after, styles }
}
