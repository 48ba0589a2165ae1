import { computeCheckDigit } from '../../contract/cars/vin.ts'

/** Returns a 2013 Ford C-Max's VIN that no other test uses. */
export function newVin(): string {
  const serial = String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')
  const vin = `1FADP5BU0DL${serial}`
  return vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9)
}
