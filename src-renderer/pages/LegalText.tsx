import type { ReactNode } from 'react'
import { useConfig } from '../api/config.ts'

interface LegalTextProps {
  title: string
  lead: string
  children: ReactNode
}

export function LegalText({ title, lead, children }: LegalTextProps) {
  return (
    <div className="page max-w-[820px]! py-11">
      <h1 className="text-h1 font-heavy">{title}</h1>
      <p className="mt-3 text-lead text-muted">{lead}</p>
      <div className="prose mt-8">
        {children}
        <Questions />
      </div>
    </div>
  )
}

/** Shows the configured contact, if any. */
function Questions() {
  const { email, phone, phoneLink, address } = useConfig()?.contact ?? {}
  if (!email && !phone && !address) return null
  return (
    <>
      <h2>Questions</h2>
      <ul>
        {email && (
          <li>
            Email: <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {phone && (
          <li>
            Phone: <a href={phoneLink ?? undefined}>{phone}</a>
          </li>
        )}
        {address && <li>Mail: {address}</li>}
      </ul>
    </>
  )
}
