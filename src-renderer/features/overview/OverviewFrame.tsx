import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

export interface Figure {
  label: string
  /** undefined while it loads; text where it is only the least that it can be, '100+'. */
  value: number | string | undefined
  hasFailed: boolean
  /** Where its rows are. */
  to: string
}

export interface Action {
  key: string
  text: ReactNode
  /** Verb and object. */
  label: string
  to: string
}

/** A list that the actions come from. */
interface Source {
  data?: unknown
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface OverviewFrameProps {
  figures: readonly Figure[]
  /** What there is to do, by the sources that are here. */
  actions: readonly Action[]
  sources: readonly Source[]
  /** What will be found here once there is something. */
  calmText: string
}

/** A few numbers that lead to their rows, then what needs doing. */
export function OverviewFrame({ figures, actions, sources, calmText }: OverviewFrameProps) {
  const missing = sources.filter(({ data }) => data === undefined)
  const isLoading = missing.some(({ isError }) => !isError)

  return (
    <div className="flex flex-col gap-8">
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map((figure) => (
          <li key={figure.label}>
            <FigureCard figure={figure} />
          </li>
        ))}
      </ul>
      <section aria-labelledby="needs-action">
        <h2 id="needs-action" className="mb-3 text-lead font-bold">
          What needs action
        </h2>
        <Card>
          {missing.length > 0 && !isLoading && <MissingNotice missing={missing} />}
          {isLoading ? (
            <ActionSkeleton />
          ) : (
            (actions.length > 0 || missing.length === 0) && <ActionList {...{ actions, calmText }} />
          )}
        </Card>
      </section>
    </div>
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

/** 'Nothing to do' would be a guess. */
function MissingNotice({ missing }: { missing: readonly Source[] }) {
  return (
    <Notice tone="warning" isAlert className="m-4" title="Part of this did not load">
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
    return <EmptyState icon={<CircleCheck />} as="p" title="Nothing to do right now" text={calmText} />
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
