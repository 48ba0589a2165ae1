interface SpinnerProps {
  /** What is being waited for, for those who cannot see it turn. */
  label?: string | undefined
  size?: 'medium' | 'large'
}

export function Spinner({ label = 'Loading', size = 'medium' }: SpinnerProps) {
  return (
    <span role="status" className="inline-grid place-items-center text-primary">
      <span className="spinner" data-size={size} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Holds a page's place while its code or its guard's answer is on the way; silent when that is quick. */
export function PageSpinner({ label }: Pick<SpinnerProps, 'label'>) {
  return (
    <div className="appear-late grid min-h-[60vh] place-items-center">
      <Spinner size="large" label={label} />
    </div>
  )
}
