/** Where the word people read is more than the wire's with a capital letter. */
const labels: Partial<Record<string, string>> = { suv: 'SUV', hatch: 'Hatchback', pickup: 'Truck' }

/** Bodies are kept in small letters; people read 'SUV' and 'Sedan'. */
export function bodyLabel(body: string): string {
  return labels[body] ?? body.charAt(0).toUpperCase() + body.slice(1)
}
