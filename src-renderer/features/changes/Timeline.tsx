import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="flex flex-col">{children}</ol>
}

interface TimelineItemProps {
  icon: LucideIcon
  children: ReactNode
}

export function TimelineItem({ icon: Icon, children }: TimelineItemProps) {
  return (
    <li className="group relative flex gap-4 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="relative z-1 grid size-8 flex-none place-items-center rounded-full bg-primary-soft text-primary-ink"
      >
        <Icon className="size-4" />
      </span>
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-4 w-px bg-line group-last:hidden" />
      <div className="min-w-0 flex-1 pt-1">{children}</div>
    </li>
  )
}
