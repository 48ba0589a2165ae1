import { useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/controls/Card.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { usePreviewIssueQuery } from './issues.api.ts'

/**
 * The frame's document. Its links target a new window, which the frame may not open, so clicks have no
 * effect.
 */
const FRAME =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><base target="_blank"></head><body></body></html>'

const PAUSE_MS = 400

/**
 * Previews the email with the server code that renders the real one. The preview updates while the user
 * types.
 */
export function IssuePreview({ subject, text }: { subject: string; text: string }) {
  const body = { subject: useSettled(subject, PAUSE_MS), text: useSettled(text, PAUSE_MS) }
  const { data, error, isFetching, refetch } = usePreviewIssueQuery({ body })

  return (
    <Card role="region" aria-label="Preview" className="min-w-0 p-5">
      {data ? (
        <>
          <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
            <dt className="text-subtle">From</dt>
            <dd className="wrap-anywhere">{data.from}</dd>
            <dt className="text-subtle">Subject</dt>
            <dd className="font-semibold wrap-anywhere">{data.subject || '–'}</dd>
          </dl>
          <Tabs
            label="Preview"
            tabs={[
              { value: 'html', label: 'Email', content: <MailFrame html={data.html} /> },
              {
                value: 'text',
                label: 'Plain text',
                content: <div className="text-small whitespace-pre-wrap wrap-anywhere">{data.text}</div>,
              },
            ]}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the preview" className="flex flex-col gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-60" />
        </Loading>
      )}
    </Card>
  )
}

/**
 * Shows an email in an isolated frame that runs no scripts and opens no windows. The content is replaced in
 * place to avoid flicker.
 */
function MailFrame({ html }: { html: string }) {
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

/**
 * Separates an email's styles from its markup. The content security policy blocks style elements but allows
 * style sheets created by script.
 */
function withoutStyles(html: string): { markup: string; styles: string } {
  const [before = '', rest = ''] = html.split('<style>')
  const [styles = '', after = ''] = rest.split('</style>')
  return { markup: before + after, styles }
}
