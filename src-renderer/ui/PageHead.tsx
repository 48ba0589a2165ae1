import type { ReactNode } from 'react'
import { Badge } from './Badge.tsx'

interface PageHeadProps {
  title: string
  /** How many there are, beside the title; left out while that is unknown. */
  count?: number | null | undefined
  text?: ReactNode
  /** Buttons and links that belong to the page as a whole. */
  actions?: ReactNode
}

/** The top of a dashboard page. */
export function PageHead({ title, count, text, actions }: PageHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-3 text-h2 wrap-anywhere">
          {title}
          {count !== undefined && count !== null && <Badge>{count.toLocaleString('en-US')}</Badge>}
        </h1>
        {text && <p className="mt-1 max-w-[68ch] text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
