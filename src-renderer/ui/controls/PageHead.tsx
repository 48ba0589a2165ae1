import type { ReactNode } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import { platform } from '../../platform/current.ts'
import { Badge } from './Badge.tsx'
import { Slot } from '../Slot.tsx'

interface PageHeadProps {
  title: string
  /** Number of items, or undefined while unknown. */
  count?: number | null | undefined
  text?: ReactNode
  actions?: ReactNode
}

/** Renders the header of a dashboard page, in the console as part of the top bar. */
export function PageHead(props: PageHeadProps) {
  if (platform.density === 'comfortable') return <RoomyHead {...props} />
  const { title, count, text, actions } = props
  return (
    <>
      <Slot name="head">
        <h1 className="console-title">{title}</h1>
        <Count count={count} />
        <div className="console-actions">{actions}</div>
      </Slot>
      {text && <p className="console-text">{text}</p>}
    </>
  )
}

function RoomyHead({ title, count, text, actions }: PageHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-3 text-h2 wrap-anywhere">
          {title}
          <Count count={count} />
        </h1>
        {text && <p className="mt-1 max-w-[68ch] text-muted">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

function Count({ count }: Pick<PageHeadProps, 'count'>) {
  if (count === undefined || count === null) return null
  return <Badge>{formatNumber(count)}</Badge>
}
