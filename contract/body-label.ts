/** Bodies are kept in small letters; people read 'SUV' and 'Sedan'. */
export function bodyLabel(body: string): string {
  return body === 'suv' ? 'SUV' : body.charAt(0).toUpperCase() + body.slice(1)
}
