import type { ReactNode } from 'react'
import { Notice } from '../../ui/controls/Notice.tsx'

interface FileReasonsProps {
  title: string
  files: readonly { path: string; reason: string }[]
  children?: ReactNode
}

/** Maximum number of files listed per reason. */
const NAMED = 20

export function FileReasons({ title, files, children }: FileReasonsProps) {
  const byReason = Map.groupBy(files, ({ reason }) => reason)
  return (
    <Notice tone="warning" title={title}>
      <dl aria-label={title} className="flex flex-col gap-3">
        {[...byReason].map(([reason, some]) => (
          <div key={reason}>
            <dt className="font-medium">{reason}</dt>
            {some.slice(0, NAMED).map(({ path }) => (
              <dd key={path} className="text-muted wrap-anywhere">
                {path}
              </dd>
            ))}
            {some.length > NAMED && <dd className="text-muted">and {some.length - NAMED} more</dd>}
          </div>
        ))}
      </dl>
      {children}
    </Notice>
  )
}
