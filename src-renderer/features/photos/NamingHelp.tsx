const examples = [
  ['1001-1.jpg, 1001-2.jpg', 'The stock number, then the photo’s place. A space or _ will do, too.'],
  ['1HGCM82633A004352-1.jpg', 'The VIN, then the photo’s place.'],
  ['1001 / front.jpg', 'A folder named for the stock number or VIN. Any names within, in their order.'],
] as const

/** How files are named, so that each finds its car. */
export function NamingHelp() {
  return (
    <section aria-labelledby="naming" className="card p-5">
      <h2 id="naming" className="text-h3 font-bold tracking-tight">
        How files find their car
      </h2>
      <dl className="mt-4 grid gap-4 sm:grid-cols-3">
        {examples.map(([name, meaning]) => (
          <div key={name} className="min-w-0">
            <dt className="font-semibold wrap-anywhere">{name}</dt>
            <dd className="mt-1 text-small text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
