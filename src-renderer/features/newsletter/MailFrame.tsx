import { useEffect, useState } from 'react'
import sheet from '../../styles/mail-preview.css?url'

/** The stylesheet stands for a mail program's own fonts and colors; links lead nowhere. */
const FRAME = `<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"><link rel="stylesheet" href="${sheet}"></head><body></body></html>`

/**
 * A mail as mail programs show it, apart from the page: in a frame that runs no script and opens no window. Its content
 * is exchanged in place, so that it does not flicker while one types.
 */
export function MailFrame({ html }: { html: string }) {
  const [document, setDocument] = useState<Document | null>(null)

  useEffect(() => {
    if (!document) return
    const mail = new DOMParser().parseFromString(html, 'text/html')
    document.body.replaceChildren(...mail.body.childNodes)
  }, [document, html])

  return (
    <iframe
      title="Preview of the email"
      sandbox="allow-same-origin"
      srcDoc={FRAME}
      className="h-[520px] w-full rounded-control border border-line"
      onLoad={(event) => setDocument(event.currentTarget.contentDocument)}
    />
  )
}
