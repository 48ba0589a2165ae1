import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { MailFrame } from './MailFrame.tsx'
import { usePreviewIssueQuery } from './issues.api.ts'

const PAUSE_MS = 400

/** What a subscriber would get, made by the same code on the server; follows what is typed. */
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
