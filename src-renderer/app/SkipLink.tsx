export function SkipLink() {
  return (
    <a href="#main" className="skip-link no-print">
      Skip to content
    </a>
  )
}
