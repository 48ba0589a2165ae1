interface SpinnerProps {
  /** The name of the loading content, for users who can't see the spinner. */
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

/**
 * Fills the page area while the page's code loads or its guard is pending. It stays invisible if
 * that is quick.
 */
export function PageSpinner({ label }: Pick<SpinnerProps, 'label'>) {
  return (
    <div className="appear-late grid min-h-[60vh] place-items-center">
      <Spinner size="large" label={label} />
    </div>
  )
}
