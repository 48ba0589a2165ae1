import '../form/form.css'

interface ProgressProps {
  label: string
  /** A fraction from 0 to 1. */
  value: number
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ transform: `scaleX(${value})` }} />
    </div>
  )
}
