/**
 * Renders an email address with a line break before its @ if it is too long. It breaks elsewhere only if that
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
