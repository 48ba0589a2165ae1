import { CircleCheck } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { flattenPages, type Page } from '../../api/endpoint.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'

export interface Figure {
  label: string
  /** Undefined while it loads. A figure that is only a lower bound is text, such as '100+'. */
  value: number | string | undefined
  hasFailed: boolean
  /** The path of the page that lists the figure's rows. */
  to: string
}

export interface Action {
  key: string
  text: ReactNode
  label: string
  to: string
}

/** A query that may contribute pending actions. */
interface Source {
  data?: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

/** A query for a single row, which also returns the list's total. */
export const totalOnly = { query: { limit: 1 } }

/** Returns the list's total number of rows, or undefined until it is known. */
export function getRowTotal({
  data,
}: {
  data?: { pages: Page<unknown[]>[] } | undefined
}): number | undefined {
  const { items, total } = flattenPages(data)
  return total ?? items?.length
}

export interface OverviewPart {
  title?: string | undefined
  table: ReactNode
}

interface OverviewFrameProps extends OverviewPart {
  figures: readonly Figure[]
  /** Pending actions from the sources that have loaded. */
  actions: readonly Action[]
  sources: readonly Source[]
  /** The text shown without pending actions. It describes what will appear here. */
  calmText: string
  chart?: ReactNode
}

export function OverviewFrame({ title, figures, chart, table, ...rest }: OverviewFrameProps) {
  const id = useId()
  const content = (
    <>
      <ul className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {figures.map((figure) => (
          <li key={figure.label}>
            <FigureCard figure={figure} />
          </li>
        ))}
      </ul>
      <div className={cx('grid gap-6', chart !== undefined && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]')}>
        <Actions as={title ? 'h3' : 'h2'} {...rest} />
        {chart}
      </div>
      {table}
    </>
  )
  if (!title) return <div className="flex flex-col gap-6">{content}</div>
  return (
    <section aria-labelledby={id} className="flex flex-col gap-6">
      <h2 id={id} className="-mb-2 text-h3 font-bold">
        {title}
      </h2>
      {content}
    </section>
  )
}

interface ActionsProps extends Pick<OverviewFrameProps, 'actions' | 'sources' | 'calmText'> {
  as: 'h2' | 'h3'
}

function Actions({ as: Title, actions, sources, calmText }: ActionsProps) {
  const id = useId()
  const missing = sources.filter(({ data }) => data === undefined)
  const isLoading = missing.some(({ isError }) => !isError)

  return (
    <section aria-labelledby={id} className="flex min-w-0">
      <Card className="min-w-0 flex-1">
        <Title id={id} className="px-5 pt-4 pb-2 text-lead font-bold">
          Needs your attention
        </Title>
        {missing.length > 0 && !isLoading && <MissingNotice missing={missing} />}
        {isLoading ? (
          <ActionSkeleton />
        ) : (
          (actions.length > 0 || missing.length === 0) && <ActionList {...{ actions, calmText }} />
        )}
      </Card>
    </section>
  )
}

function FigureCard({ figure: { label, value, hasFailed, to } }: { figure: Figure }) {
  return (
    <Link to={to} className="card flex h-full flex-col gap-1 p-4" data-interactive="">
      <span className="text-small text-muted">{label}</span>
      {value !== undefined || hasFailed ? (
        <span className="text-h2 font-bold tabular-nums">{value?.toLocaleString('en-US') ?? '–'}</span>
      ) : (
        <Skeleton className="appear-late h-9 w-16" />
      )}
    </Link>
  )
}

/** Warns that some sources failed to load. Without them, 'All caught up' would be a guess. */
function MissingNotice({ missing }: { missing: readonly Source[] }) {
  return (
    <Notice tone="warning" isAlert className="m-4" title="Some of this didn’t load">
      <div>
        <Button
          variant="secondary"
          size="small"
          loading={missing.some(({ isFetching }) => isFetching)}
          onClick={() => missing.forEach(({ refetch }) => void refetch())}
        >
          Try again
        </Button>
      </div>
    </Notice>
  )
}

function ActionList({ actions, calmText }: Pick<OverviewFrameProps, 'actions' | 'calmText'>) {
  if (actions.length === 0)
    return <EmptyState icon={<CircleCheck />} as="p" title="You’re all caught up" text={calmText} />
  return (
    <ul className="divide-y divide-line">
      {actions.map(({ key, text, label, to }) => (
        <li
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 compact:py-0.5"
        >
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <Link to={to} className="text-link inline-flex min-h-11 items-center text-small compact:min-h-8">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ActionSkeleton() {
  return (
    <div className="appear-late flex flex-col gap-3 p-5">
      <Skeleton className="h-6 max-w-96" />
      <Skeleton className="h-6 max-w-80" />
    </div>
  )
}
