import type { ReactNode } from 'react'

interface LegalTextProps {
  title: string
  lead: string
  children: ReactNode
}

/** The frame of the privacy and terms pages. */
export function LegalText({ title, lead, children }: LegalTextProps) {
  return (
    <div className="page max-w-[820px]! py-11">
      <h1 className="text-h1 font-heavy">{title}</h1>
      <p className="mt-3 text-lead text-muted">{lead}</p>
      <div className="prose mt-8">{children}</div>
    </div>
  )
}
