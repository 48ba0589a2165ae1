/** An address that breaks before its @, and anywhere only where that does not do. */
export function EmailText({ address }: { address: string }) {
  const [name, domain] = address.split('@')
  return (
    <span className="wrap-break-word">
      {name}
      {domain !== undefined && (
        <>
          <wbr />@{domain}
        </>
      )}
    </span>
  )
}
