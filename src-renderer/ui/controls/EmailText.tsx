/**
 * Renders an email address. If it is too long, it breaks before the @, and elsewhere only if that
 * is not enough.
 */
export function EmailText({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <span className="inline-block min-w-24 wrap-anywhere compact:inline">
      {name}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  )
}
