import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { resumePoint } from '../app/session/resume-point.ts'
import { useMe } from '../app/session/use-session.ts'
import { IconButton } from '../ui/Button.tsx'
import { useResumeLabel } from './use-resume-label.ts'

/** For who has registered while buying a car: the way back to it, until it is used or dismissed. */
export function ResumeStrip() {
  const { _id } = useMe()
  const [point, setPoint] = useState(() => resumePoint.read(_id))
  const label = useResumeLabel(point)

  function handleDismiss() {
    resumePoint.clear()
    setPoint(null)
  }

  if (!point || !label) return null
  const { state, ...to } = point.from
  return (
    <section aria-label="Your car" className="border-b border-line bg-primary-soft text-primary-ink">
      <div className="page flex min-h-14 items-center gap-2">
        <Link
          to={to}
          state={state as unknown}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control font-semibold hover:underline"
          onClick={resumePoint.clear}
        >
          <span className="truncate">{label}</span>
          <ArrowRight aria-hidden="true" className="size-5 flex-none" />
        </Link>
        <IconButton label="Dismiss" onClick={handleDismiss}>
          <X />
        </IconButton>
      </div>
    </section>
  )
}
