export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true">
      <rect width="30" height="30" rx="8" className="fill-primary" />
      <path
        d="M5.6 20.2a9.6 9.6 0 0 1 18.8 0"
        className="fill-none stroke-primary-fg"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="15" cy="20" r="3.4" className="fill-accent" />
    </svg>
  )
}
