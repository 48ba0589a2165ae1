/** An address that breaks before its @, and anywhere only where that does not do. */
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
